import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type {
  BlocklistRecord,
  BlocklistRequest,
  EntityContext,
} from '../../../contract/blocklist.ts'
import type { Schema } from '../../database/schema.ts'

/** How many entities of the partner have a blocked number. */
export async function countBlocklists(db: Kysely<Schema>, partnerId: number): Promise<number> {
  const { count } = await nonEmpty(db, partnerId)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A page of the partner's entities with a blocked number, by context and then by name. */
export function listBlocklists(
  db: Kysely<Schema>,
  partnerId: number,
  { offset, size }: { offset: number; size: number },
): Promise<BlocklistRecord[]> {
  return records(nonEmpty(db, partnerId)).offset(offset).limit(size).execute()
}

/** The current record, with sorted numbers. */
export function getBlocklist(db: Kysely<Schema>, id: number): Promise<BlocklistRecord> {
  return records(blocklists(db).where('blocklist.id', '=', id)).executeTakeFirstOrThrow()
}

/**
 * The id of the entity's blocklist, created if there is none. It stays locked until the transaction
 * ends, so that changes to one entity's numbers don't overlap.
 */
export async function lockBlocklist(trx: Transaction<Schema>, entity: EntityKey): Promise<number> {
  const { id } = await trx
    .insertInto('blocklist')
    .values(entity)
    .onConflict(conflict =>
      conflict
        .columns(['partner_id', 'company_id', 'group_id'])
        .doUpdateSet({ partner_id: entity.partner_id }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Blocks numbers. Numbers that are blocked already, or given twice, count once. */
export async function addNumbers(
  trx: Transaction<Schema>,
  blocklistId: number,
  phoneNumbers: string[],
): Promise<void> {
  await sql`
    insert into blocked_number (blocklist_id, phone_number)
    select ${blocklistId}, phone_number from unnest(${phoneNumbers}::text[]) as phone_number
    on conflict do nothing
  `.execute(trx)
}

/** @returns the numbers that were blocked until now */
export async function removeNumbers(
  trx: Transaction<Schema>,
  blocklistId: number,
  phoneNumbers: string[],
): Promise<Set<string>> {
  const removed = await trx
    .deleteFrom('blocked_number')
    .where('blocklist_id', '=', blocklistId)
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .returning('phone_number')
    .execute()
  return new Set(removed.map(row => row.phone_number))
}

function blocklists(db: Kysely<Schema>) {
  return db
    .selectFrom('blocklist')
    .innerJoin('partner', 'partner.id', 'blocklist.partner_id')
    .leftJoin('company', 'company.id', 'blocklist.company_id')
    .leftJoin('company_group', 'company_group.id', 'blocklist.group_id')
}

function nonEmpty(db: Kysely<Schema>, partnerId: number) {
  return blocklists(db)
    .where('blocklist.partner_id', '=', partnerId)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('blocked_number')
          .select('phone_number')
          .whereRef('blocklist_id', '=', 'blocklist.id'),
      ),
    )
}

function records(query: ReturnType<typeof blocklists>) {
  const reference = sql<string>`coalesce(company.reference, company_group.reference, partner.reference)`
  const name = sql<string>`coalesce(company.name, company_group.name, partner.name)`
  const context = sql<EntityContext>`case
    when blocklist.company_id is not null then 'company'
    when blocklist.group_id is not null then 'group'
    else 'partner' end`
  return query
    .select(eb => [
      'blocklist.id',
      context.as('entity_context_name'),
      sql<
        BlocklistRecord['entity']
      >`json_build_object('reference', ${reference}, 'name', ${name})`.as('entity'),
      jsonArrayFrom(
        eb
          .selectFrom('blocked_number')
          .select('phone_number')
          .whereRef('blocklist_id', '=', 'blocklist.id')
          .orderBy('phone_number'),
      ).as('blocked_phone_number_list'),
    ])
    .orderBy('entity_context_name')
    .orderBy(sql`lower(${name})`)
    .orderBy('blocklist.id')
}

/**
 * An entity as a row of `blocklist` refers to it: a company, a group, or with neither the partner.
 */
export type EntityKey = {
  partner_id: number
  company_id: number | null
  group_id: number | null
}

/** The entity that a request names, if it's the partner or belongs to the partner. */
export async function findEntity(
  db: Kysely<Schema>,
  partnerId: number,
  context: EntityContext,
  { reference }: BlocklistRequest['entity'],
): Promise<EntityKey | undefined> {
  const key = { partner_id: partnerId, company_id: null, group_id: null }
  switch (context) {
    case 'company': {
      const company = await db
        .selectFrom('company')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return company && { ...key, company_id: company.id }
    }
    case 'group': {
      const group = await db
        .selectFrom('company_group')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return group && { ...key, group_id: group.id }
    }
    case 'partner': {
      const partner = await db
        .selectFrom('partner')
        .select('id')
        .where('id', '=', partnerId)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return partner && key
    }
  }
}
