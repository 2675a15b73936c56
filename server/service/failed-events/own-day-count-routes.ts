import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { DayCountsQuery } from '../../../contract/day-counts.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { detailError } from '../../http/http-error.ts'
import { OWN_DAY_COUNTS_PATH, OwnDayCounts } from '../../http/own-day-counts.ts'
import { accountOf } from '../authentication/account.ts'
import { authenticate } from '../authentication/authenticate.ts'
import type { ServiceContext } from '../context/service-context.ts'
import { countByDay } from './failed-events-repository.ts'

/** How many events failed on each requested day, for the gateway of the same process alone. */
export const ownDayCountRoutes: FastifyPluginAsyncZod<ServiceContext> = async (
  app,
  { db, isReader },
) => {
  app.addHook('onRequest', async request => {
    if (!isReader(request)) throw detailError(404, 'Not found.')
  })
  app.addHook('onRequest', authenticate(db))
  app.get(OWN_DAY_COUNTS_PATH, {
    schema: { hide: true, querystring: DayCountsQuery, response: { 200: OwnDayCounts } },
    handler: async request => {
      const { partnerId } = accountOf(request)
      const lists = FailedEventList.options.map(async list => {
        const days = request.query[list].toSorted()
        const [from, last] = [days[0], days.at(-1)]
        if (from === undefined || last === undefined) return []
        const counted = await countByDay(db, { partnerId, list, from, to: addDays(last, 1) })
        const counts = new Map(counted.map(({ day, count }) => [day, count]))
        return days.map(day => ({ list, day, count: counts.get(day) ?? 0 }))
      })
      return (await Promise.all(lists)).flat()
    },
  })
}
