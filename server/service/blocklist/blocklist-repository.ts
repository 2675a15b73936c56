import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type {
  BlocklistRecord,
  BlocklistRequest,
  EntityContext,
} from '../../../contract/blocklist.ts'
import type { Schema } from '../../database/schema.ts'
import { blocklistError } from '../../http/http-error.ts'

/** The partner's entities with a blocked number, by context and then by name. */
export function nonEmptyBlocklists(db: Kysely<Schema>, partnerId: number) {
  return records(db)
    .where('blocklist.partner_id', '=', partnerId)
    .where(sql<boolean>`exists (select from blocked_number where blocklist_id = blocklist.id)`)
    .orderBy('entity_context_name')
    .orderBy(sql`lower(${NAME})`)
    .orderBy('blocklist.id')
}

export function getBlocklist(db: Kysely<Schema>, id: number): Promise<BlocklistRecord> {
  return records(db).where('blocklist.id', '=', id).executeTakeFirstOrThrow()
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

/** The owners of the lists: a company first, then groups by their references, then the partner. */
export function ownersOf(
  db: Kysely<Schema>,
  listIds: number[],
): Promise<Pick<BlocklistRecord, 'entity_context_name' | 'entity'>[]> {
  return blocklists(db)
    .where('blocklist.id', 'in', listIds)
    .orderBy('entity_context_name')
    .orderBy(sql`${REFERENCE} collate "C"`)
    .execute()
}

/** For how many days refused calls are counted. */
const COUNTED_DAYS = 90
/** More numbers than a person looks at. */
const MAX_REFUSED = 10_000

/** How often calls of the numbers on the partner's lists were refused, the latest first. */
export async function refusedChecks(db: Kysely<Schema>, partnerId: number) {
  return blocklists(db)
    .innerJoin('refused_check', 'refused_check.blocklist_id', 'blocklist.id')
    .innerJoin('blocked_number', join =>
      join
        .onRef('blocked_number.blocklist_id', '=', 'blocklist.id')
        .onRef('blocked_number.phone_number', '=', 'refused_check.phone_number'),
    )
    .select(({ fn }) => [
      'refused_check.phone_number',
      sql<number>`sum(count)::integer`.as('count'),
      fn.max('refused_check.last_at').as('last_at'),
    ])
    .where('blocklist.partner_id', '=', partnerId)
    .where('last_at', '>', sql<Date>`now() - make_interval(days => ${COUNTED_DAYS})`)
    .groupBy(['blocklist.id', 'partner.id', 'company.id', 'company_group.id'])
    .groupBy('refused_check.phone_number')
    .orderBy('last_at', 'desc')
    .limit(MAX_REFUSED)
    .execute()
}

const REFERENCE = sql`coalesce(company.reference, company_group.reference, partner.reference)`
const NAME = sql`coalesce(company.name, company_group.name, partner.name)`
const CONTEXT = sql<EntityContext>`case
  when blocklist.company_id is not null then 'company'
  when blocklist.group_id is not null then 'group'
  else 'partner' end`
const ENTITY = sql<
  BlocklistRecord['entity']
>`json_build_object('reference', ${REFERENCE}, 'name', ${NAME})`

function blocklists(db: Kysely<Schema>) {
  return db
    .selectFrom('blocklist')
    .innerJoin('partner', 'partner.id', 'blocklist.partner_id')
    .leftJoin('company', 'company.id', 'blocklist.company_id')
    .leftJoin('company_group', 'company_group.id', 'blocklist.group_id')
    .select([CONTEXT.as('entity_context_name'), ENTITY.as('entity')])
}

function records(db: Kysely<Schema>) {
  return blocklists(db).select(eb => [
    'blocklist.id',
    jsonArrayFrom(
      eb
        .selectFrom('blocked_number')
        .select('phone_number')
        .whereRef('blocklist_id', '=', 'blocklist.id')
        .orderBy('phone_number'),
    ).as('blocked_phone_number_list'),
  ])
}

/**
 * An entity as a row of `blocklist` refers to it: a company, a group, or with neither the partner.
 */
type EntityKey = {
  partner_id: number
  company_id: number | null
  group_id: number | null
}

type NamedEntity = Pick<BlocklistRequest, 'entity_context_name' | 'entity'>

/** The entity as the request names it, so that the answer reveals nothing about other accounts. */
export function nameOfEntity({ entity, entity_context_name }: NamedEntity): string {
  return `${entity_context_name} "${entity.reference}"`
}

const TABLES = { company: 'company', group: 'company_group', partner: 'partner' }

/**
 * The entity that a request names: the partner, or what belongs to the partner.
 *
 * @throws HttpError 403 for any other
 */
export async function findEntity(
  db: Kysely<Schema>,
  partner_id: number,
  request: NamedEntity,
): Promise<EntityKey> {
  const { entity_context_name: context, entity: named } = request
  const owner = sql.ref(context === 'partner' ? 'id' : 'partner_id')
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(TABLES[context])}
    where ${owner} = ${partner_id} and reference = ${named.reference}
  `.execute(db)
  const [entity] = rows
  if (entity === undefined) {
    const problem = 'does not exist or does not belong to your account.'
    throw blocklistError(403, `${nameOfEntity(request)} ${problem}`)
  }
  return {
    partner_id,
    company_id: context === 'company' ? entity.id : null,
    group_id: context === 'group' ? entity.id : null,
  }
}
