import { pino } from 'pino'
import { PRODUCTION_TIMINGS } from '../../server/config/timings.ts'
import type { Database } from '../../server/database/database.ts'
import { startJobQueue } from '../../server/database/job-queue.ts'
import { addDeliveries } from '../../server/webhooks/store/add-deliveries.ts'
import { openDeliveryQueues } from '../../server/webhooks/store/delivery-queues.ts'

/** One tracking number for each of `origins`, all of one partner and company. */
export async function addNumbers({ db }: Database, origins: string[]): Promise<TrackedNumber[]> {
  const { id: partner_id } = await db
    .insertInto('partner')
    .values({ reference: 'bench', name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: company_id } = await db
    .insertInto('company')
    .values({ partner_id, reference: 'bench-motors', name: 'Bench Motors' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const numbers = await db
    .insertInto('tracking_number')
    .values(
      origins.map((origin, index) => ({
        partner_id,
        company_id,
        phone_number: String(27_105_550_000 + index),
        call_term_callbacks: `${origin}/call_termination`,
        mcs_call_term_callbacks: `${origin}/missed_call_saver`,
        missed_call_saver: true,
      })),
    )
    .returning(['id', 'phone_number', 'call_term_callbacks'])
    .execute()
  return numbers.map(({ id, phone_number, call_term_callbacks }) => ({
    id,
    phoneNumber: phone_number,
    url: call_term_callbacks ?? '',
  }))
}

export type TrackedNumber = { id: number; phoneNumber: string; url: string }

/** The first call's id of those that are filled in: no reported call may have it. */
const FIRST_CALL = 1_000_000_000

const IN_ONE_TRANSACTION = 1_000

/**
 * Accepts `total` calls like the telephony port, for the numbers in turns, while no server runs that
 * would send them.
 */
export async function fillDeliveries(
  database: Database,
  numbers: TrackedNumber[],
  total: number,
): Promise<void> {
  const { db } = database
  const jobs = await startJobQueue(database, pino({ level: 'silent' }), PRODUCTION_TIMINGS)
  try {
    const { first: queue } = await openDeliveryQueues(jobs, PRODUCTION_TIMINGS)
    for (let done = 0; done < total; done += IN_ONE_TRANSACTION) {
      const calls = Array.from({ length: Math.min(IN_ONE_TRANSACTION, total - done) }, (_, index) =>
        call(FIRST_CALL + done + index, numbers),
      )
      const now = new Date()
      await db.transaction().execute(async trx => {
        await trx
          .insertInto('tracked_call')
          .values(
            calls.map(({ call_id: id, tracking_number_id }) => ({
              id,
              tracking_number_id,
              ended_at: now,
            })),
          )
          .execute()
        await addDeliveries(trx, queue, calls, now)
      })
    }
  } finally {
    await jobs.stop({ graceful: false })
  }
}

function call(call_id: number, numbers: TrackedNumber[]) {
  const number = numbers[call_id % numbers.length]
  if (number === undefined) throw new Error('There are no numbers')
  return {
    call_id,
    tracking_number_id: number.id,
    event: 'call_termination' as const,
    callback_url: number.url,
    payload: payload(call_id, number.phoneNumber),
  }
}

/** A call termination's payload with all that may be in it. */
export function payload(call_id: number, trackingNumber: string): string {
  return JSON.stringify({
    call_id,
    tracking_number: trackingNumber,
    caller_number: '27825550000',
    call_start_stamp: '2026-06-01T10:00:00.000+02:00',
    call_end_stamp: '2026-06-01T10:04:48.000+02:00',
    call_duration: 288,
    answered: true,
    recording_url:
      'https://recordings.example.com/2026/call-terminations/0f6d2f8e-6d5b-4f6a-9a35-0e5b1c7c2a11.mp3',
    company: { name: 'Highveld Motors Johannesburg', reference: 'highveld-motors-jhb' },
    contact: { name: 'Nomvula Dlamini', reference: 'agent-nomvula-dlamini' },
    reference: 'session-482913-8f14e45fceea167a5a36dedd4bea2543',
  })
}
