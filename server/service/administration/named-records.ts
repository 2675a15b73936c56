import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { formatCount } from '../../../contract/text/count.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, validationError } from '../../http/http-error.ts'

/** @throws HttpError 400 at `company` if the partner has no such one */
export async function requireCompany(
  db: Kysely<Schema>,
  partnerId: number,
  reference: string,
): Promise<number> {
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (company === undefined) {
    throw validationError({
      company: [`The partner has no company with the reference "${reference}".`],
    })
  }
  return company.id
}

/**
 * Makes these groups all that a company is in.
 *
 * @throws HttpError 400 at each of `groups` that the partner does not have
 */
export async function setGroups(
  trx: Transaction<Schema>,
  companyId: number,
  references: string[],
): Promise<void> {
  const groups = await trx
    .selectFrom('company_group')
    .select(['id', 'reference'])
    .where('partner_id', '=', eb =>
      eb.selectFrom('company').select('partner_id').where('id', '=', companyId),
    )
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .orderBy('reference')
    .execute()
  const existing = new Set(groups.map(({ reference }) => reference))
  const unknown = references.flatMap((reference, index) =>
    existing.has(reference)
      ? []
      : [[String(index), [`The partner has no group with the reference "${reference}".`]]],
  )
  if (unknown.length > 0) throw validationError({ groups: Object.fromEntries(unknown) })
  await trx.deleteFrom('company_group_member').where('company_id', '=', companyId).execute()
  if (groups.length === 0) return
  await trx
    .insertInto('company_group_member')
    .values(groups.map(({ id }) => ({ group_id: id, company_id: companyId })))
    .execute()
}

const UniqueViolation = z.object({ code: z.literal('23505') })

/**
 * Makes a change that gives something another reference or name.
 *
 * @throws HttpError 400 at `field` if another one has it already
 */
export async function changeUnique<Result>(
  field: 'reference' | 'name',
  change: Promise<Result>,
): Promise<Result> {
  try {
    return await change
  } catch (error) {
    if (!UniqueViolation.safeParse(error).success) throw error
    throw validationError({ [field]: [`There is another one with this ${field}.`] })
  }
}

/** Whether a row that was saved is a new one: such a row was never locked or changed before. */
export const IS_NEW = sql<boolean>`xmax = 0`

/** @throws HttpError 400 if another one has the reference already */
export async function rename(
  trx: Transaction<Schema>,
  table: 'partner' | 'company' | 'company_group' | 'contact',
  id: number,
  { reference, name }: { reference?: string | undefined; name?: string | undefined },
): Promise<void> {
  const update = sql`
    update ${sql.table(table)}
    set reference = coalesce(${reference ?? null}, reference), name = coalesce(${name ?? null}, name)
    where id = ${id}
  `
  await changeUnique('reference', update.execute(trx))
}

/** A query of how many of something there are, and what they are called. */
type Counted = [count: RawBuilder<unknown>, one: string, many: string]

export function blockedNumbers(isOfOwner: RawBuilder<unknown>): Counted {
  const count = sql`select count(*) from blocked_number where blocklist_id in (
    select id from blocklist where ${isOfOwner}
  )`
  return [count, 'blocked number', 'blocked numbers']
}

export async function removeBlocklists(
  trx: Transaction<Schema>,
  isOfOwner: RawBuilder<unknown>,
): Promise<void> {
  await sql`delete from blocked_number where blocklist_id in (
    select id from blocklist where ${isOfOwner}
  )`.execute(trx)
  await sql`delete from blocklist where ${isOfOwner}`.execute(trx)
}

type Removal = {
  what: string
  trackingNumbers?: RawBuilder<unknown>
  contents: Counted[]
  withContents: boolean
}

/**
 * Checks that a removal deletes no contents unless the request says so.
 *
 * @throws HttpError 409 that says what belongs to it
 */
export async function refuseContents(
  trx: Transaction<Schema>,
  { what, trackingNumbers = sql`select 0`, contents, withContents }: Removal,
): Promise<void> {
  const queries = [trackingNumbers, ...contents.map(([query]) => query)].map(one => sql`(${one})`)
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(queries)}]::integer[] as counts
  `.execute(trx)
  const [numbers = 0, ...counts] = rows[0]?.counts ?? []
  if (numbers > 0) {
    const has = formatCount(numbers, 'tracking number', 'tracking numbers')
    throw detailError(409, `The ${what} has ${has}. Remove or move them first.`)
  }
  const remaining = contents.flatMap(([, one, many], index) => {
    const count = counts[index] ?? 0
    return count > 0 ? [formatCount(count, one, many)] : []
  })
  if (withContents || remaining.length === 0) return
  const last = remaining.pop() ?? ''
  const list = remaining.length === 0 ? last : `${remaining.join(', ')} and ${last}`
  throw detailError(
    409,
    `The ${what} has ${list}. Nothing was removed. with_contents=true removes the ${what} with all of them.`,
  )
}
