import { type Kysely, sql } from 'kysely'
import { NewSource, PartnerSource, SourceChanges } from '../../../contract/administration.ts'
import type { Schema } from '../../database/schema.ts'
import { changeUnique, IS_MADE, requirePartner } from './named-records.ts'
import type { Filter, Resource } from './resource-routes.ts'

/** Where tracked calls of partners may come from. */
export const SOURCES: Resource<PartnerSource, NewSource, SourceChanges> = {
  path: 'sources',
  one: 'source',
  many: 'sources',
  operation: { one: 'PartnerSource', many: 'PartnerSources' },
  filters: ['partner'],
  Item: PartnerSource,
  New: NewSource,
  Changes: SourceChanges,

  async count(db, filter) {
    const { count } = await sources(db, filter)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  list(db, filter, { offset, size }) {
    return items(sources(db, filter)).offset(offset).limit(size).execute()
  },

  find(db, id) {
    return items(sources(db).where('available_source.id', '=', id)).executeTakeFirst()
  },

  async save(trx, { partner, name }) {
    const partner_id = await requirePartner(trx, partner)
    return trx
      .insertInto('available_source')
      .values({ partner_id, name })
      .onConflict(conflict => conflict.columns(['partner_id', 'name']).doUpdateSet({ name }))
      .returning(['id', IS_MADE.as('made')])
      .executeTakeFirstOrThrow()
  },

  async change(trx, id, { name }) {
    const update = trx
      .updateTable('available_source')
      .set({ name: name ?? sql`name` })
      .where('id', '=', id)
      .returning('id')
    return (await changeUnique('name', update.executeTakeFirst())) !== undefined
  },

  async remove(trx, id) {
    const removed = await trx.deleteFrom('available_source').where('id', '=', id).executeTakeFirst()
    return removed.numDeletedRows > 0n
  },
}

function sources(db: Kysely<Schema>, { partner }: Filter = {}) {
  return db
    .selectFrom('available_source')
    .innerJoin('partner', 'partner.id', 'available_source.partner_id')
    .$if(partner !== undefined, query => query.where('partner.reference', '=', partner ?? ''))
}

function items(query: ReturnType<typeof sources>) {
  return query
    .select(['available_source.id', 'partner.reference as partner', 'available_source.name'])
    .orderBy('available_source.id')
}
