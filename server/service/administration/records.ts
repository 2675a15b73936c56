import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { formatCount } from '../../../contract/text/count.ts'
import { isUniqueViolation } from '../../database/database-fault.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, validationError } from '../../http/http-error.ts'
import { requirePartner, setGroups, upsert } from '../telephony/tracking-number-repository.ts'
import type { Resource } from './resources.ts'

/** The fields that a request for any resource may have, already validated by that resource's schema. */
export const Fields = z.object({
  partner: z.string().optional(),
  company: z.string().optional(),
  groups: z.array(z.string()).nullish(),
  reference: z.string().optional(),
  name: z.string().optional(),
})
type Fields = z.infer<typeof Fields>

/**
 * Creates a record, or updates the one with the same key.
 *
 * @throws HttpError 400 for an unknown partner, company or group
 */
export async function saveRecord(
  trx: Transaction<Schema>,
  { table, key }: Resource,
  { partner, company, groups, ...names }: Fields,
): Promise<{ id: number; isNew: boolean }> {
  const owner = partner === undefined ? {} : { partner_id: await requirePartner(trx, partner) }
  const saved = await upsert(trx, table, [...Object.keys(owner), key], {
    ...owner,
    ...(await companyColumn(trx, owner.partner_id, company)),
    ...names,
  })
  if (groups) await setGroups(trx, saved.id, await groupsOf(trx, saved.id, groups))
  return saved
}

/** @throws HttpError 400 as `saveRecord`, and if another one has the key already */
export async function changeRecord(
  trx: Transaction<Schema>,
  { one, table, key }: Resource,
  id: number,
  { company, groups, ...names }: Omit<Fields, 'partner'>,
): Promise<void> {
  const owner = sql<number>`(select partner_id from ${sql.table(table)} where id = ${id})`
  const columns = Object.entries({ ...names, ...(await companyColumn(trx, owner, company)) })
  if (columns.length > 0) {
    const changes = sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
    const update = sql`update ${sql.table(table)} set ${changes} where id = ${id}`
    await update.execute(trx).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw validationError({ [key]: [`Another ${one} has this ${key}.`] })
    })
  }
  if (groups) await setGroups(trx, id, await groupsOf(trx, id, groups))
}

/** @throws HttpError 400 at `company` if the partner has no such one */
async function companyColumn(
  db: Kysely<Schema>,
  partnerId: number | RawBuilder<number> | undefined,
  reference: string | undefined,
): Promise<{ company_id?: number }> {
  if (reference === undefined || partnerId === undefined) return {}
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (company !== undefined) return { company_id: company.id }
  const message = `The partner has no company with the reference "${reference}".`
  throw validationError({ company: [message] })
}

/**
 * Finds groups of a company's partner.
 *
 * @throws HttpError 400 at each of `groups` that the partner does not have
 */
async function groupsOf(
  trx: Transaction<Schema>,
  companyId: number,
  references: string[],
): Promise<number[]> {
  const groups = await trx
    .selectFrom('company_group')
    .select(['id', 'reference'])
    .where('partner_id', '=', eb =>
      eb.selectFrom('company').select('partner_id').where('id', '=', companyId),
    )
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .execute()
  const existing = new Set(groups.map(({ reference }) => reference))
  const unknown = references.flatMap((reference, index) =>
    existing.has(reference)
      ? []
      : [[String(index), [`The partner has no group with the reference "${reference}".`]]],
  )
  if (unknown.length > 0) throw validationError({ groups: Object.fromEntries(unknown) })
  return groups.map(({ id }) => id)
}

/**
 * Removes it with what belongs to it.
 *
 * @param withContents whether it may have contents
 * @throws HttpError 409 that says what belongs to it
 */
export async function removeRecord(
  trx: Transaction<Schema>,
  { one, trackingNumbers, contents = () => [], removal }: Resource,
  id: number,
  withContents: boolean,
): Promise<void> {
  const counted = contents(id)
  const queries = [trackingNumbers?.(id) ?? sql`select 0`, ...counted.map(([query]) => query)]
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(queries.map(query => sql`(${query})`))}]::integer[] as counts
  `.execute(trx)
  const [numbers = 0, ...counts] = rows[0]?.counts ?? []
  if (numbers > 0) {
    const has = formatCount(numbers, 'tracking number', 'tracking numbers')
    throw detailError(
      409,
      `The ${one} has ${has}. Remove or move ${numbers === 1 ? 'it' : 'them'} first.`,
    )
  }
  const remaining = counted.flatMap(([, single, plural], index) => {
    const count = counts[index] ?? 0
    return count > 0 ? [formatCount(count, single, plural)] : []
  })
  if (!withContents && remaining.length > 0) {
    throw detailError(
      409,
      `The ${one} has ${LIST.format(remaining)}. Nothing was removed. To remove the ${one} anyway, use with_contents=true.`,
    )
  }
  for (const statement of removal(id)) await statement.execute(trx)
}

const LIST = new Intl.ListFormat('en-GB')
