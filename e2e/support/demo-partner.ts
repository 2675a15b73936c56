import type { App } from '../../server/app.ts'
import { DEMO_PARTNER } from '../../server/demo/demo-companies.ts'

/** The id of the partner whose account the demo is. */
export async function demoPartnerId({ database }: Pick<App, 'database'>): Promise<number> {
  const { id } = await database.db
    .selectFrom('partner')
    .select('id')
    .where('reference', '=', DEMO_PARTNER.reference)
    .executeTakeFirstOrThrow()
  return id
}
