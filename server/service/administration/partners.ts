import { type Kysely, sql, type Transaction } from 'kysely'
import { NewPartner, Partner, PartnerChanges } from '../../../contract/administration.ts'
import type { Schema } from '../../database/schema.ts'
import { changeUnique, IS_MADE, refuseContents } from './named-records.ts'
import type { Filter, Resource } from './resource-routes.ts'

/** The customers of the service. */
export const PARTNERS: Resource<Partner, NewPartner, PartnerChanges> = {
  path: 'partners',
  one: 'partner',
  many: 'partners',
  operation: { one: 'Partner', many: 'Partners' },
  filters: ['reference'],
  Item: Partner,
  New: NewPartner,
  Changes: PartnerChanges,
  contents: 'its companies, groups, contacts, sources, blocked numbers and tokens',

  async count(db, filter) {
    const { count } = await partners(db, filter)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  list(db, filter, { offset, size }) {
    return partners(db, filter)
      .select(['id', 'reference', 'name'])
      .orderBy('id')
      .offset(offset)
      .limit(size)
      .execute()
  },

  find(db, id) {
    return partners(db).select(['id', 'reference', 'name']).where('id', '=', id).executeTakeFirst()
  },

  save(trx, { reference, name }) {
    return trx
      .insertInto('partner')
      .values({ reference, name })
      .onConflict(conflict => conflict.column('reference').doUpdateSet({ name }))
      .returning(['id', IS_MADE.as('made')])
      .executeTakeFirstOrThrow()
  },

  async change(trx, id, { reference, name }) {
    const update = trx
      .updateTable('partner')
      .set({ reference: reference ?? sql`reference`, name: name ?? sql`name` })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id')
    return (await changeUnique('reference', update.executeTakeFirst())) !== undefined
  },

  async remove(trx, id, withContents) {
    const partner = await partners(trx)
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (partner === undefined) return false
    const counts = await countContents(trx, id)
    refuseContents({
      what: 'partner',
      withContents,
      trackingNumbers: counts.tracking_numbers,
      contents: [
        [counts.companies, 'company', 'companies'],
        [counts.groups, 'group', 'groups'],
        [counts.contacts, 'contact', 'contacts'],
        [counts.sources, 'source', 'sources'],
        [counts.blocked_numbers, 'blocked number', 'blocked numbers'],
        [counts.tokens, 'valid token', 'valid tokens'],
      ],
    })
    await removeContents(trx, id)
    await trx
      .updateTable('partner')
      .set({ removed_at: sql`now()`, reference: sql`reference || ' (removed ' || id || ')'` })
      .where('id', '=', id)
      .execute()
    return true
  },
}

function partners(db: Kysely<Schema>, { reference }: Filter = {}) {
  return db
    .selectFrom('partner')
    .where('removed_at', 'is', null)
    .$if(reference !== undefined, query => query.where('reference', '=', reference ?? ''))
}

type Counts = Record<
  | 'tracking_numbers'
  | 'companies'
  | 'groups'
  | 'contacts'
  | 'sources'
  | 'blocked_numbers'
  | 'tokens',
  number
>

async function countContents(trx: Transaction<Schema>, id: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from tracking_number where partner_id = ${id} and removed_at is null)
        as tracking_numbers,
      (select count(*) from company where partner_id = ${id}) as companies,
      (select count(*) from company_group where partner_id = ${id}) as groups,
      (select count(*) from contact where partner_id = ${id}) as contacts,
      (select count(*) from available_source where partner_id = ${id}) as sources,
      (select count(*) from blocked_number join blocklist on blocklist.id = blocklist_id
        where partner_id = ${id}) as blocked_numbers,
      (select count(*) from api_token where partner_id = ${id} and revoked_at is null
        and (expires_at is null or expires_at > now())) as tokens
  `.execute(trx)
  const [counts] = rows
  if (counts === undefined) throw new Error('a query of counts gave no row')
  return counts
}

/** All but the partner's row, and tracking numbers that were removed: calls refer to both. */
async function removeContents(trx: Transaction<Schema>, id: number): Promise<void> {
  const blocklists = trx.selectFrom('blocklist').select('id').where('partner_id', '=', id)
  await trx.deleteFrom('blocked_number').where('blocklist_id', 'in', blocklists).execute()
  await trx.deleteFrom('blocklist').where('partner_id', '=', id).execute()
  await trx.deleteFrom('contact').where('partner_id', '=', id).execute()
  const companies = trx.selectFrom('company').select('id').where('partner_id', '=', id)
  await trx.deleteFrom('company_group_member').where('company_id', 'in', companies).execute()
  await trx.deleteFrom('company').where('partner_id', '=', id).execute()
  await trx.deleteFrom('company_group').where('partner_id', '=', id).execute()
  await trx.deleteFrom('available_source').where('partner_id', '=', id).execute()
  await trx
    .updateTable('api_token')
    .set({ revoked_at: sql`now()` })
    .where('partner_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
