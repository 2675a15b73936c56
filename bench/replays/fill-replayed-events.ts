import { dayOf } from '../../contract/time/calendar-date.ts'
import type { Database } from '../../server/database/database.ts'
import { recordFailedEvents } from '../../server/webhooks/store/record-failed-events.ts'
import { addNumbers, payload } from '../deliveries/fill-deliveries.ts'

/** Someone who may sign in, and the failed calls that are there to be replayed, all of one day. */
export type Account = { token: string; day: string; eventIds: number[] }

const TIME_ZONE = 'Africa/Johannesburg'
const IN_ONE_TRANSACTION = 1_000
const FIRST_CALL = 1_000_000_000

/** Lists `total` failed calls of a new account, to the receivers in turns. */
export async function fillReplayedEvents(
  database: Database,
  origins: string[],
  total: number,
): Promise<Account> {
  const { db } = database
  const { partnerId, token, numbers } = await addNumbers(
    database,
    origins.map(origin => `${origin}/call_termination`),
  )
  const failedAt = new Date()
  const eventIds: number[] = []
  for (let done = 0; done < total; done += IN_ONE_TRANSACTION) {
    const failures = Array.from(
      { length: Math.min(IN_ONE_TRANSACTION, total - done) },
      (_, index) => {
        const number = numbers[(done + index) % numbers.length]
        if (number === undefined) throw new Error('There are no numbers')
        return {
          event: 'call_termination' as const,
          callback_url: number.url,
          attempts: [],
          failed_at: failedAt,
          request_json: payload(FIRST_CALL + done + index, number.phoneNumber),
        }
      },
    )
    const settings = { partnerId, list: 'call_events_fail' as const, timeZone: TIME_ZONE }
    const ids = await db.transaction().execute(trx => recordFailedEvents(trx, settings, failures))
    eventIds.push(...ids)
  }
  return { token, day: dayOf(failedAt, TIME_ZONE), eventIds }
}
