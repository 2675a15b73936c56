import { sql } from 'kysely'
import { NewSource, PartnerSource, SourceChanges } from '../../../contract/administration.ts'
import { requirePartner } from '../telephony/tracking-number-repository.ts'
import { changeUnique, IS_MADE } from './named-records.ts'
import type { Resource } from './resource-routes.ts'

export const SOURCES: Resource<PartnerSource, NewSource, SourceChanges> = {
  path: 'sources',
  one: 'source',
  many: 'sources',
  operation: { one: 'PartnerSource', many: 'PartnerSources' },
  table: 'available_source',
  filters: ['partner'],
  Item: PartnerSource,
  New: NewSource,
  Changes: SourceChanges,
  items: sql`
    select source.id, partner.reference as partner, source.name
    from available_source source join partner on partner.id = partner_id
  `,

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
    if (name === undefined) return
    const update = trx.updateTable('available_source').set({ name }).where('id', '=', id)
    await changeUnique('name', update.execute())
  },

  async remove(trx, id) {
    await trx.deleteFrom('available_source').where('id', '=', id).execute()
  },
}
