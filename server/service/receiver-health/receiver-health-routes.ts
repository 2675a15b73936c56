import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { type Kysely, sql } from 'kysely'
import { RECEIVER_HEALTH_PATH, ReceiverHealth } from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import { accountOf, type ServiceContext } from '../authentication/account.ts'

/**
 * So many of the newest deliveries are looked at, of all partners. They are at the end of the primary key, so the
 * table of deliveries needs no index for this, which each delivery would have to keep up.
 */
const MAX_DELIVERIES = 10_000

const MAX_COMPANIES = 20

/** An extension (docs/interface.md, "Extensions"). */
export const receiverHealthRoutes: FastifyPluginAsyncZod<ServiceContext> = async (
  app,
  { db, timeZone, clock },
) => {
  describeRoutes(app, 'Receivers')
  app.get(RECEIVER_HEALTH_PATH, {
    schema: {
      operationId: 'listReceiverHealth',
      summary: 'Show how the latest deliveries to each receiver went',
      description: `An extension. It covers at most 24 hours and the newest ${MAX_DELIVERIES.toLocaleString('en')} deliveries of the service, without replays.`,
      response: answers(ReceiverHealth, 'The receivers with deliveries, by callback URL.'),
    },
    handler: async request => {
      const rows = await receiverHealth(db, accountOf(request).partnerId, clock())
      const stamp = (at: Date | null) => at && stampIn(at, timeZone)
      return {
        results: rows.map(({ last_delivered_at, recovered_at, ...row }) => ({
          ...row,
          last_delivered_at: stamp(last_delivered_at),
          recovered_at: stamp(recovered_at),
        })),
      }
    },
  })
}

type HealthRow = Omit<ReceiverHealth['results'][number], 'last_delivered_at' | 'recovered_at'> &
  Record<'last_delivered_at' | 'recovered_at', Date | null>

/** The query of a URL may differ between events, and is not part of the receiver. */
async function receiverHealth(
  db: Kysely<Schema>,
  partnerId: number,
  now: Date,
): Promise<HealthRow[]> {
  const { rows } = await sql<HealthRow>`
    with newest as (
      select partner_id, tracking_number_id, callback_url, state, attempts, created_at, settled_at
      from delivery order by id desc limit ${MAX_DELIVERIES}
    ), own as (
      select *, split_part(callback_url, '?', 1) as url,
        max(settled_at) filter (where state = 'failed') over (partition by split_part(callback_url, '?', 1)) as failed_at
      from newest
      where partner_id = ${partnerId} and created_at >= ${now}::timestamptz - interval '24 hours'
    )
    select url as callback_url,
      count(*) filter (where state = 'delivered') as delivered,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'waiting' and attempts > 0) as retrying,
      -- A clock that was set back makes some negative.
      (percentile_cont(0.5) within group (
        order by greatest(0, extract(epoch from settled_at - created_at) * 1000)
      ) filter (where state = 'delivered'))::integer as median_ms,
      max(settled_at) filter (where state = 'delivered') as last_delivered_at,
      min(settled_at) filter (where state = 'delivered' and settled_at > failed_at) as recovered_at,
      (array_agg(distinct company.name) filter (where company.name is not null))[1:${sql.lit(MAX_COMPANIES)}] as companies
    from own
    join tracking_number on tracking_number.id = tracking_number_id
    left join company on company.id = company_id
    group by url order by url
  `.execute(db)
  return rows.map(({ companies, ...row }) => ({ ...row, companies: companies ?? [] }))
}
