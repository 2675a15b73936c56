import type { AcceptedReport } from '../../contract/telephony.ts'
import type { Database } from '../database/database.ts'

/** A post that reached a receiver, including its body. */
type Post = {
  /** Its webhook-id. */
  id: number
  callId: number
  path: string
  /** Whether it was answered 200. */
  ok: boolean
}

/** What happened to the events of accepted reports. All but the last three should be 0. */
export type Account = {
  /** Neither delivered, nor listed as failed, nor waiting for an attempt. */
  lost: number
  /** Recorded as delivered, although no receiver has answered its post with 200. */
  untrue: number
  /** Missing in the list, listed twice, or listed although delivered. */
  listedWrongly: number
  /** Posted or recorded with another id than the accepted one, or although never accepted. */
  otherIds: number
  waiting: number
  delivered: number
  failed: number
}

/**
 * Compares the accepted reports with the database and with what the receivers saw.
 *
 * @param partner the reference of the events' partner
 * @param posts to receivers whose paths are the events' names
 */
export async function accountFor(
  { db }: Database,
  accepted: Map<number, AcceptedReport>,
  posts: Post[],
  partner: string,
): Promise<Account> {
  const rows = new Map(
    (
      await db
        .selectFrom('delivery')
        .innerJoin('tracked_call', 'tracked_call.id', 'delivery.call_id')
        .innerJoin('tracking_number', 'tracking_number.id', 'delivery.tracking_number_id')
        .innerJoin('partner', 'partner.id', 'tracking_number.partner_id')
        .where('partner.reference', '=', partner)
        .select(['delivery.id', 'delivery.call_id', 'delivery.event', 'delivery.state'])
        .execute()
    ).map(row => [row.id, row]),
  )
  const failedEvents = await db.selectFrom('failed_event').select('id').execute()
  const listed = timesOf(failedEvents.map(({ id }) => id))
  const answered200 = new Set(posts.filter(({ ok }) => ok).map(({ id }) => id))

  const account: Account = {
    lost: 0,
    untrue: 0,
    listedWrongly: 0,
    otherIds: 0,
    waiting: 0,
    delivered: 0,
    failed: 0,
  }
  const ids = new Map<number, string>()
  for (const [callId, { deliveries }] of accepted) {
    for (const { id, event } of deliveries) ids.set(id, `${callId} /${event}`)
  }
  for (const id of ids.keys()) {
    const state = rows.get(id)?.state
    if (state === undefined) account.lost += 1
    else account[state] += 1
    if (state === 'delivered' && !answered200.has(id)) account.untrue += 1
    const isListed = state === 'failed' ? listed.get(id) === 1 : !listed.has(id)
    if (!isListed) account.listedWrongly += 1
  }
  const deliveries = Array.from(rows.values(), ({ id, call_id, event }) => ({
    id,
    callId: call_id,
    path: `/${event}`,
  }))
  account.otherIds = [...posts, ...deliveries].filter(
    ({ id, callId, path }) => ids.get(id) !== `${callId} ${path}`,
  ).length
  return account
}

function timesOf(ids: number[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}
