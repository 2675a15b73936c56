import * as z from 'zod/mini'
import { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { NameOrNumber } from '../../../../contract/text/json-inside.ts'
import type { BlockedEntity } from './blocked-entities.ts'

/** A record as any service may send it. */
export const ListedRecord = z.object({
  entity_context_name: z.pipe(
    z.transform(value => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    EntityContext,
  ),
  entity: z.pipe(
    z.transform(value => readEntity(value) ?? value),
    Entity,
  ),
  /** Parsing 100,000 items one by one takes longer than the rest of the page, so `entityIn` reads them. */
  blocked_phone_number_list: z.custom<unknown[] | null | undefined>(
    value => value == null || Array.isArray(value),
  ),
})

/** The entity of a record, and the items of its list that aren't numbers. */
function entityIn(record: z.infer<typeof ListedRecord>): {
  entity: BlockedEntity
  unread: unknown[]
} {
  const numbers: string[] = []
  const unread: unknown[] = []
  for (const item of record.blocked_phone_number_list ?? []) {
    const number = numberIn(item)
    if (number === undefined) unread.push(item)
    else numbers.push(number)
  }
  return { entity: { ...record.entity, context: record.entity_context_name, numbers }, unread }
}

/** The answer to a block, which has to list numbers. */
export const BlockedAnswer = z.pipe(
  ListedRecord,
  z.transform((record, { issues }) => {
    const { entity, unread } = entityIn(record)
    if (!record.blocked_phone_number_list || unread.length > 0) {
      const path = ['blocked_phone_number_list']
      issues.push({ code: 'custom', input: record, path })
    }
    return entity
  }),
)

/** Parses the items of GET /v1/blocklist/ and drops nothing: the others are as the service sent them. */
export function readBlocklist(items: unknown[]): { entities: BlockedEntity[]; others: unknown[] } {
  const entities: BlockedEntity[] = []
  const others: unknown[] = []
  for (const item of items) {
    const { data } = ListedRecord.safeParse(item)
    if (data === undefined) {
      others.push(item)
      continue
    }
    const { entity, unread } = entityIn(data)
    const isUnread = unread.length > 0
    if (!isUnread || entity.numbers.length > 0) entities.push(entity)
    if (isUnread) others.push(Object.assign({}, item, { blocked_phone_number_list: unread }))
  }
  return { entities, others }
}

const Named = z.object({
  reference: NameOrNumber,
  name: z.catch(z.optional(NameOrNumber), undefined),
})

/**
 * An entity or a company may be only a reference, which may be a number. The reference replaces a missing
 * name. Returns undefined without a reference, which requests need.
 */
function readEntity(value: unknown): Entity | undefined {
  const alone = NameOrNumber.safeParse(value).data
  if (alone !== undefined) return { reference: alone, name: alone }
  const { data } = Named.safeParse(value)
  return data && { reference: data.reference, name: data.name ?? data.reference }
}

/** The companies of GET /v2/company/ that have a reference. */
export function parseCompanies(items: unknown[]): Entity[] {
  return items.flatMap(item => readEntity(item) ?? [])
}

const PHONE_FIELD = /phone|mobile|cell|tel|msisdn|number/i

/** The texts of a contact of GET /v2/contact/ that may be its numbers, with its name. */
export function contactNumbers(item: unknown): { text: string; name: string }[] {
  const entity = readEntity(item)
  if (entity === undefined || typeof item !== 'object' || item === null) return []
  return Object.entries(item).flatMap(([field, value]) => {
    const text = PHONE_FIELD.test(field) ? NameOrNumber.safeParse(value).data : undefined
    return text === undefined ? [] : [{ text, name: entity.name }]
  })
}

/** The interface has a list of objects. Redial also accepts strings, numbers, groups of digits and a leading +. */
function numberIn(item: unknown): string | undefined {
  const value =
    typeof item === 'object' && item !== null && 'phone_number' in item ? item.phone_number : item
  if (typeof value === 'string' && /^\d[^\s().-]*$/.test(value)) return value
  const number = NameOrNumber.safeParse(value).data
  const digits = number?.replaceAll(/[\s().-]/g, '').replace(/^\+/, '')
  return digits && /^\d+$/.test(digits) ? digits : number
}
