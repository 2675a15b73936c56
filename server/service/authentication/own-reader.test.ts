import { expect, test } from 'vitest'
import { READER_HEADER } from '../../http/reader-key.ts'
import { addPartner, openTestService, TIME_ZONE } from '../../testing/test-service.ts'
import { recordFailedEvents } from '../../webhooks/store/record-failed-events.ts'

const LIST = '/v1/call_events_fail/?page_size=1000'

test('reading for replays gets larger pages and is not counted, with the key of this process only', async () => {
  const service = await openTestService({ requestsPerMinute: 2, readerKey: 'of this process' })
  try {
    const { id, token } = await addPartner(service.database, 'P-1')
    const failures = Array.from({ length: 120 }, (_, call) => ({
      event: 'call_termination' as const,
      callback_url: 'https://receiver.example/',
      attempts: [],
      failed_at: new Date('2026-11-21T08:00:00Z'),
      request_json: `{"call_id":${call}}`,
    }))
    const listed = { partnerId: id, list: 'call_events_fail' as const, timeZone: TIME_ZONE }
    await service.database.db
      .transaction()
      .execute(trx => recordFailedEvents(trx, listed, failures))
    const ask = (key: string) =>
      service.ask('GET', LIST, { token, headers: { [READER_HEADER]: key } })

    for (let time = 0; time < 5; time++) {
      const { status, body } = await ask('of this process')
      expect(status).toBe(200)
      expect(body).toHaveProperty('results.length', 120)
    }
    // The person's own requests are all still available, and another key has no effect.
    for (let time = 0; time < 2; time++) {
      const { status, body } = await ask('of another process')
      expect(status).toBe(200)
      expect(body).toHaveProperty('results.length', 100)
    }
    expect((await ask('of another process')).status).toBe(429)
    expect((await ask('of this process')).status).toBe(200)
  } finally {
    await service.close()
  }
})
