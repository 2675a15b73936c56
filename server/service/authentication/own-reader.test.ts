import { expect, onTestFinished, test } from 'vitest'
import { READER_HEADER } from '../../http/bearer-key.ts'
import {
  addFailedEvents,
  addPartner,
  openTestService,
  type TestService,
} from '../../testing/test-service.ts'

const LIST = '/v1/call_events_fail/?page_size=1000'
const KEY = 'of this process'

/** Lists failed calls of 2026-11-21. */
function addFailures({ database }: TestService, partnerId: number, total: number) {
  const calls = Array.from({ length: total }, (_, call) => ({
    request_json: `{"call_id":${call}}`,
  }))
  return addFailedEvents(database, partnerId, calls)
}

test('reading for replays gets larger pages and is not counted, with the key of this process only', async () => {
  const service = await openTestService({ requestsPerMinute: 2, readerKey: KEY })
  onTestFinished(() => service.close())
  const { id, token } = await addPartner(service.database, 'P-1')
  await addFailures(service, id, 120)
  const ask = (key: string) =>
    service.ask('GET', LIST, { token, headers: { [READER_HEADER]: key } })

  for (let time = 0; time < 5; time++) {
    const { status, body } = await ask(KEY)
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
  expect((await ask(KEY)).status).toBe(200)
})
