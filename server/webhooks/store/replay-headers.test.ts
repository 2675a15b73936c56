import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { addPartner, NOW, TIME_ZONE } from '../../testing/test-service.ts'
import { recordFailedEvents } from './record-failed-events.ts'
import { type ReplayedEvent, replayHeaders } from './replay-headers.ts'

const PAYLOAD = '{"call_id":9007199254740993,"tracking_number":"27105550101"}'

/** The headers of one event, requested together with others. */
async function headersOf({ db }: Database, event: ReplayedEvent) {
  const others = ['{}', 'not JSON'].map(payload => ({ id: '0', payload }))
  const of = await replayHeaders(db, [event, ...others])
  return of(event, new Date())
}

describe('the headers of a replay', () => {
  let database: Database
  let eventId: string
  let secret: string
  beforeAll(async () => {
    database = await openTestDatabase()
    const { id: partner_id } = await addPartner(database, 'P-1', { companies: ['ACME'] })
    const [eventOf] = await database.db.transaction().execute(trx =>
      recordFailedEvents(
        trx,
        { partnerId: partner_id, list: 'call_events_fail', timeZone: TIME_ZONE },
        [
          {
            event: 'call_termination',
            callback_url: 'https://example.com/',
            attempts: [],
            failed_at: NOW,
            request_json: PAYLOAD,
          },
        ],
      ),
    )
    eventId = String(eventOf)
    const { id: company_id } = await database.db
      .selectFrom('company')
      .select('id')
      .executeTakeFirstOrThrow()
    const number = await database.db
      .insertInto('tracking_number')
      .values({ partner_id, company_id, phone_number: '27105550101' })
      .returning('secret')
      .executeTakeFirstOrThrow()
    secret = number.secret
  })
  afterAll(() => database.close())

  test("contain the event's id and a signature with the secret of its tracking number", async () => {
    const headers = await headersOf(database, { id: eventId, payload: PAYLOAD })
    expect(headers).toMatchObject({ 'webhook-id': eventId })
    const webhook = new Webhook(secret)
    expect(() => webhook.verify(PAYLOAD, headers ?? {})).not.toThrow()
    expect(() => webhook.verify(PAYLOAD.replace('3,', '4,'), headers ?? {})).toThrow('signature')
  })

  test("another partner's number signs nothing", async () => {
    const { id: partner_id } = await addPartner(database, 'P-2', { companies: ['OTHER'] })
    const { id: company_id } = await database.db
      .selectFrom('company')
      .select('id')
      .where('partner_id', '=', partner_id)
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('tracking_number')
      .values({ partner_id, company_id, phone_number: '27105550199' })
      .execute()
    const payload = PAYLOAD.replace('0101', '0199')
    expect(await headersOf(database, { id: eventId, payload })).toBeNull()
  })

  test('an event that is not ours has none', async () => {
    for (const id of ['999999', 'msg_1', '1e3']) {
      expect(await headersOf(database, { id, payload: PAYLOAD })).toBeNull()
    }
  })
})
