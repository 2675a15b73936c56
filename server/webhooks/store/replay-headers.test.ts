import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addRow, onlyRow } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { addFailedEvents, addPartner } from '../../testing/test-service.ts'
import { type ReplayedEvent, replayHeaders } from './replay-headers.ts'

const PAYLOAD = '{"call_id":9007199254740993,"tracking_number":"27105550101"}'

const database = await closedAfterAll(openTestDatabase())
const { db } = database

/** A partner with a company that has this number. */
async function addNumber(reference: string, phone_number: string) {
  const { id: partner_id } = await addPartner(database, reference, { companies: ['ACME'] })
  const { id: company_id } = await onlyRow(db, 'company', { partner_id })
  return addRow(db, 'tracking_number', { partner_id, company_id, phone_number })
}

const { partner_id, secret } = await addNumber('P-1', '27105550101')
const [listed] = await addFailedEvents(database, partner_id, [{ request_json: PAYLOAD }])
const eventId = String(listed)

/** The headers of a replay of one event, requested together with others. */
async function headersOf(event: ReplayedEvent) {
  const others = ['{}', 'not JSON'].map(payload => ({ id: '0', payload }))
  return (await replayHeaders(db, [event, ...others]))(event, new Date())
}

test("a replay's headers have the event's id and a signature with the secret of its tracking number", async () => {
  const headers = await headersOf({ id: eventId, payload: PAYLOAD })
  expect(headers).toMatchObject({ 'webhook-id': eventId })
  const webhook = new Webhook(secret)
  expect(() => webhook.verify(PAYLOAD, headers ?? {})).not.toThrow()
  expect(() => webhook.verify(PAYLOAD.replace('3,', '4,'), headers ?? {})).toThrow('signature')
})

test("another partner's number signs nothing", async () => {
  await addNumber('P-2', '27105550199')
  const payload = PAYLOAD.replace('0101', '0199')
  expect(await headersOf({ id: eventId, payload })).toBeNull()
})

test.each(['999999', 'msg_1', '1e3'])('the event %s, which is not ours, has none', async id => {
  expect(await headersOf({ id, payload: PAYLOAD })).toBeNull()
})
