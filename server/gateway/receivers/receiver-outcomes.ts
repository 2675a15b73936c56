import type { Kysely } from 'kysely'
import { type ReceiverOutcomes, receiverName } from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { callOfPayload } from '../replays/reading/call-of-payload.ts'
import { countAttempts, latestAttempts, receiversHealth } from '../replays/store/receiver-health.ts'
import type { Owner } from '../session/caller.ts'

/** How many of the latest attempts an answer lists. */
const RECENT = 20

const HOUR_MS = 60 * 60 * 1_000

/**
 * The outcomes of the account's replays to one receiver.
 *
 * @param named its name, as `receiverName` returns it
 * @param timeZone of the stamps in the result
 */
export async function receiverOutcomes(
  db: Kysely<Schema>,
  timeZone: string,
  owner: Owner,
  named: string,
): Promise<ReceiverOutcomes> {
  const now = Date.now()
  const receiver = URL.canParse(`https://${named}`) ? receiverName(`https://${named}`) : named
  const since = (hours: number) => new Date(now - hours * HOUR_MS)
  const [[health], last_24_hours, last_7_days, recent] = await Promise.all([
    receiversHealth(db, timeZone, owner, [receiver]),
    countAttempts(db, owner, receiver, since(24)),
    countAttempts(db, owner, receiver, since(7 * 24)),
    latestAttempts(db, owner, receiver, RECENT),
  ])
  return {
    receiver,
    last_delivery: health?.last_delivery ?? null,
    last_failure: health?.last_failure ?? null,
    works_since: health?.works_since ?? null,
    last_24_hours,
    last_7_days,
    recent: recent.map(({ state, at, payload, ...attempt }) => ({
      ...attempt,
      call: callOfPayload(payload, timeZone),
      at: stampIn(at, timeZone),
      delivered: state === 'delivered',
    })),
  }
}
