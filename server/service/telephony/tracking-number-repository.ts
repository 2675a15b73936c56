import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Entity } from '../../../contract/blocklist.ts'
import type { TrackingNumber, TrackingNumberSettings } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { notFound, validationError } from '../../http/http-error.ts'

/** Decides which events of a tracking number are sent, and where. */
export type NumberSettings = Pick<
  TrackingNumberSettings,
  'call_term_callbacks' | 'mcs_call_term_callbacks' | 'ai_enabled' | 'missed_call_saver'
>

export async function findPartner(
  db: Kysely<Schema>,
  reference: string,
): Promise<number | undefined> {
  const partner = await db
    .selectFrom('partner')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return partner?.id
}

/** @throws HttpError 400 at `partner` if there is no such one */
export async function requirePartner(db: Kysely<Schema>, reference: string): Promise<number> {
  const id = await findPartner(db, reference)
  if (id !== undefined) return id
  throw validationError({ partner: [`There is no partner with the reference "${reference}".`] })
}

/** @throws HttpError 404 if there is no such tracking number */
export function findOwner(
  db: Kysely<Schema>,
  phoneNumber: string,
): Promise<{ partner_id: number; partner: string }> {
  return db
    .selectFrom('tracking_number')
    .innerJoin('partner', 'partner.id', 'tracking_number.partner_id')
    .select(['partner_id', 'partner.reference as partner'])
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirstOrThrow(notFound)
}

/** Whether a row that was saved is a new one: such a row was never locked or changed before. */
export const IS_NEW = sql<boolean>`xmax = 0`

/** Inserts a row, or updates the one that has the same values in the columns `keys`. */
export async function upsert(
  db: Kysely<Schema>,
  table: string,
  keys: string[],
  values: Record<string, string | number | undefined>,
): Promise<{ id: number; isNew: boolean }> {
  const namesOf = (columns: string[]) => sql.join(columns.map(column => sql.ref(column)))
  const columns = Object.keys(values)
  // An update of a key waits for all transactions that add rows with a reference to this one.
  const others = columns.filter(column => !keys.includes(column))
  const changed = others.length > 0 ? others : keys
  const changes = changed.map(column => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into ${sql.table(table)} (${namesOf(columns)}) values (${sql.join(Object.values(values))})
    on conflict (${namesOf(keys)}) do update set ${sql.join(changes)}
    returning id, ${IS_NEW} as "isNew"
  `.execute(db)
  const [saved] = rows
  if (saved === undefined) throw new Error(`The row of ${table} was not saved`)
  return saved
}

/**
 * Creates or renames a company of the partner, and its groups if they are given.
 *
 * @returns its id
 */
export async function saveCompany(
  trx: Transaction<Schema>,
  partner_id: number,
  { reference, name, groups }: Entity & { groups?: Entity[] | null | undefined },
): Promise<number> {
  const values = { partner_id, reference, name }
  const { id } = await upsert(trx, 'company', ['partner_id', 'reference'], values)
  if (groups) await saveGroups(trx, partner_id, id, groups)
  return id
}

/** Creates or renames groups of the partner, and removes the company from every other. */
async function saveGroups(
  trx: Transaction<Schema>,
  partnerId: number,
  companyId: number,
  groups: Entity[],
): Promise<void> {
  // Sorted, so that two transactions never wait for each other's groups.
  const distinct = [...new Map(groups.map(group => [group.reference, group.name]))].toSorted()
  const { rows } = await sql<{ id: number }>`
    insert into company_group (partner_id, reference, name)
    select ${partnerId}, reference, name
    from unnest(
      ${distinct.map(([reference]) => reference)}::text[], ${distinct.map(([, name]) => name)}::text[]
    ) as named (reference, name)
    on conflict (partner_id, reference) do update set name = excluded.name
    returning id
  `.execute(trx)
  await setGroups(
    trx,
    companyId,
    rows.map(({ id }) => id),
  )
}

/** Makes these groups all that a company is in. */
export async function setGroups(
  trx: Transaction<Schema>,
  companyId: number,
  groupIds: number[],
): Promise<void> {
  await trx
    .deleteFrom('company_group_member')
    .where('company_id', '=', companyId)
    .where('group_id', '<>', sql<number>`all(${groupIds}::bigint[])`)
    .execute()
  await sql`
    insert into company_group_member (company_id, group_id)
    select ${companyId}, group_id from unnest(${groupIds}::bigint[]) as group_id
    on conflict do nothing
  `.execute(trx)
}

type Settings = NumberSettings & { company_id: number | null }

type NumberRow = Settings & { partner_id: number; phone_number: string }

/**
 * @returns whether it was created; undefined if it belongs to another partner, which is not changed
 */
export async function saveTrackingNumber(
  trx: Transaction<Schema>,
  { partner_id, phone_number, ...settings }: NumberRow,
): Promise<boolean | undefined> {
  const saved = await trx
    .insertInto('tracking_number')
    .values({ partner_id, phone_number, ...settings })
    .onConflict(conflict =>
      conflict
        .column('phone_number')
        .doUpdateSet(settings)
        .where('tracking_number.partner_id', '=', partner_id),
    )
    .returning(IS_NEW.as('isNew'))
    .executeTakeFirst()
  return saved?.isNew
}

/**
 * The settings of an existing tracking number, locked until the transaction ends.
 *
 * @throws HttpError 404 if it was removed in the meantime
 */
export function lockSettings(trx: Transaction<Schema>, phoneNumber: string): Promise<Settings> {
  return trx
    .selectFrom('tracking_number')
    .select([
      'company_id',
      'call_term_callbacks',
      'mcs_call_term_callbacks',
      'ai_enabled',
      'missed_call_saver',
    ])
    .where('phone_number', '=', phoneNumber)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Removes a tracking number, or all of a partner. Their rows stay, because calls and deliveries refer to
 * them: what waits is still sent and signed, and what failed is still the partner's (docs/decisions/0014).
 *
 * @returns whether there were any
 */
export async function removeTrackingNumbers(
  db: Kysely<Schema>,
  which: { phone_number: string } | { partner_id: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tracking_number')
    .set({
      removed_at: sql`now()`,
      former_number: sql`phone_number`,
      phone_number: sql`phone_number || ' (removed ' || id || ')'`,
      company_id: null,
      call_term_callbacks: null,
      mcs_call_term_callbacks: null,
      ai_enabled: false,
      missed_call_saver: false,
    })
    .where('removed_at', 'is', null)
    .where(eb => eb.and(which))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** All partners' tracking numbers that are not removed: a removed one has no company. */
export function trackingNumbers(db: Kysely<Schema>) {
  return db
    .selectFrom('tracking_number')
    .innerJoin('partner', 'partner.id', 'tracking_number.partner_id')
    .innerJoin('company', 'company.id', 'tracking_number.company_id')
    .select(eb => [
      'phone_number',
      'partner.reference as partner',
      eb
        .fn<TrackingNumber['company']>('json_build_object', [
          sql.lit('reference'),
          'company.reference',
          sql.lit('name'),
          'company.name',
          sql.lit('groups'),
          jsonArrayFrom(
            eb
              .selectFrom('company_group_member')
              .innerJoin('company_group', 'company_group.id', 'company_group_member.group_id')
              .select(['company_group.reference', 'company_group.name'])
              .whereRef('company_group_member.company_id', '=', 'company.id')
              .orderBy('company_group.reference'),
          ),
        ])
        .as('company'),
      'call_term_callbacks',
      'mcs_call_term_callbacks',
      'ai_enabled',
      'missed_call_saver',
    ])
}
