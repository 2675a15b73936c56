import * as z from 'zod/mini'
import { type BlocklistRecord, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { NameOrNumber, NumberOrNumericString } from '../../../../contract/text/json-inside.ts'

type Numbers = BlocklistRecord['blocked_phone_number_list']

/** The records that Redial understands, and the other items as the service sent them. */
type ReadBlocklist = { records: BlocklistRecord[]; others: unknown[] }

/** A record as any service may send it. Its id is NaN if it is not a number. */
export const ListedRecord = z.object({
  id: z.catch(NumberOrNumericString, Number.NaN),
  entity_context_name: z.pipe(
    z.pipe(
      z.unknown(),
      z.transform(value => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    ),
    EntityContext,
  ),
  entity: z.pipe(
    z.pipe(
      z.unknown(),
      z.transform(value => readEntity(value) ?? value),
    ),
    Entity,
  ),
  /** Checked in one pass: parsing 100,000 items one by one takes longer than the rest of the page. */
  blocked_phone_number_list: z.pipe(
    z.unknown(),
    z.transform((value, { issues }) => {
      const numbers = numbersOf(value)
      if (numbers === null) issues.push({ code: 'custom', input: value })
      return numbers ?? []
    }),
  ),
})

/** Parses the items of GET /v1/blocklist/ and drops nothing. */
export function readBlocklist(items: unknown[]): ReadBlocklist {
  const records: BlocklistRecord[] = []
  const others: unknown[] = []
  for (const item of items) {
    const isEmpty = WithoutNumbers.safeParse(item).success
    const whole = ListedRecord.safeParse(
      isEmpty ? Object.assign({}, item, { blocked_phone_number_list: [] }) : item,
    )
    if (whole.success) {
      records.push(whole.data)
      continue
    }
    const { good, bad } = split(item)
    const part = good === null ? undefined : ListedRecord.safeParse(good)
    if (part?.success) records.push(part.data)
    others.push(part?.success ? bad : item)
  }
  return { records, others }
}

/** Splits a record with some unreadable numbers in two. */
function split(item: unknown): { good: unknown; bad: unknown } {
  const list = WithNumbers.safeParse(item).data
  if (list === undefined) return { good: null, bad: item }
  const isGood = (number: unknown) => numbersOf([number]) !== null
  const { blocked_phone_number_list: numbers } = list
  return {
    good: { ...list, blocked_phone_number_list: numbers.filter(isGood) },
    bad: { ...list, blocked_phone_number_list: numbers.filter(number => !isGood(number)) },
  }
}

const WithNumbers = z.looseObject({ blocked_phone_number_list: z.array(z.unknown()) })
/** A record without numbers: valid in a list, invalid as the answer to an add. */
const WithoutNumbers = z.object({ blocked_phone_number_list: z.nullish(z.never()) })

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

/**
 * The interface has a list of objects. Redial also accepts strings, numbers and a leading +. Returns null if
 * anything else is in the list.
 */
function numbersOf(value: unknown): Numbers | null {
  if (!Array.isArray(value)) return null
  if (value.every(isPlain)) return value
  const numbers = value.flatMap((entry: unknown) => {
    const number = NameOrNumber.safeParse(
      LooseNumber.safeParse(entry).data?.phone_number ?? entry,
    ).data
    return number === undefined ? [] : { phone_number: withoutPlus(number) }
  })
  return numbers.length === value.length ? numbers : null
}

const LooseNumber = z.object({ phone_number: z.unknown() })

/** Normalises a phone number in any grouping. Anything else stays as it is. */
function withoutPlus(number: string): string {
  const digits = number.replaceAll(/[\s().-]/g, '').replace(/^\+/, '')
  return /^\d+$/.test(digits) ? digits : number
}

function isPlain(entry: unknown): entry is Numbers[number] {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'phone_number' in entry &&
    typeof entry.phone_number === 'string' &&
    /^\d[^\s().-]*$/.test(entry.phone_number)
  )
}
