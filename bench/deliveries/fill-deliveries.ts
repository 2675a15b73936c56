import { sql } from 'kysely'
import { pino } from 'pino'
import { PRODUCTION_TIMINGS } from '../../server/config/timings.ts'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { startJobQueue } from '../../server/database/job-queue.ts'
import { addPartner } from '../../server/testing/test-service.ts'
import { addDeliveries, openDeliveryQueues } from '../../server/webhooks/store/add-deliveries.ts'

export type TrackedNumber = { id: number; phoneNumber: string; url: string }

/**
 * Creates a tracking number for each URL, all of one new partner and one company. A URL with the name of the
 * event at its end gets missed calls at the name of that event.
 */
export async function addNumbers(
  database: Database,
  urls: string[],
  { partner = 'bench', firstNumber = 27_105_550_000 } = {},
): Promise<{ partnerId: number; token: string; numbers: TrackedNumber[] }> {
  const { id, token } = await addPartner(database, partner, { companies: [partner] })
  const { rows } = await sql<TrackedNumber>`
    insert into tracking_number
      (partner_id, company_id, phone_number, call_term_callbacks, mcs_call_term_callbacks, missed_call_saver)
    select partner_id, company.id, (${firstNumber}::bigint + place - 1)::text, url,
      replace(url, 'call_termination', 'missed_call_saver'), true
    from company, unnest(${urls}::text[]) with ordinality as given (url, place)
    where partner_id = ${id} order by place
    returning id, phone_number as "phoneNumber", call_term_callbacks as url
  `.execute(database.db)
  return { partnerId: id, token, numbers: rows }
}

/** The same in the database with this address, for benchmarks that report calls. @returns the phone numbers */
export async function addNumbersTo(
  url: string,
  urls: string[],
  numbering?: { partner: string; firstNumber: number },
): Promise<string[]> {
  const database = await openDatabase({ url })
  const { numbers } = await addNumbers(database, urls, numbering).finally(database.close)
  return numbers.map(({ phoneNumber }) => phoneNumber)
}

/** The id of the first filled-in call. No reported call may have it. */
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

export function payload(call_id: number, trackingNumber: string): string {
  return JSON.stringify(callTermination(call_id, trackingNumber))
}

/** A call termination with all that may be in it. */
export function callTermination(call_id: number, tracking_number: string) {
  return {
    call_id,
    tracking_number,
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
  }
}
