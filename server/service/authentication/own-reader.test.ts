import { expect, onTestFinished, test } from 'vitest'
import { READER_HEADER } from '../../http/bearer-key.ts'
import { OWN_DAY_COUNTS_PATH } from '../../http/own-day-counts.ts'
import {
  addFailedEvents,
  addPartner,
  openTestService,
  type TestService,
} from '../../testing/test-service.ts'

const LIST = '/v1/call_events_fail/?page_size=1000'
const DAY_COUNTS = `${OWN_DAY_COUNTS_PATH}?call_events_fail=2026-11-20,2026-11-21,2026-11-22`
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

test('the gateway of this process gets the counts of many days at once, of its own account', async () => {
  const service = await openTestService({ readerKey: KEY })
  onTestFinished(() => service.close())
  const [own, other] = await Promise.all(
    ['P-1', 'P-2'].map(reference => addPartner(service.database, reference)),
  )
  await addFailures(service, own?.id ?? 0, 3)
  const ask = (headers: Record<string, string>, token = own?.token) =>
    service.ask('GET', DAY_COUNTS, { token, headers })
  const list = 'call_events_fail'

  expect((await ask({ [READER_HEADER]: KEY })).body).toEqual([
    { list, day: '2026-11-20', count: 0 },
    { list, day: '2026-11-21', count: 3 },
    { list, day: '2026-11-22', count: 0 },
  ])
  expect((await ask({ [READER_HEADER]: KEY }, other?.token)).body).toContainEqual({
    ...{ list, day: '2026-11-21', count: 0 },
  })
  expect((await ask({ [READER_HEADER]: KEY }, 'unknown')).status).toBe(401)
  for (const { status, body } of [
    await ask({}),
    await ask({ [READER_HEADER]: 'of another process' }),
  ]) {
    expect([status, body]).toEqual([404, { detail: 'Not found.' }])
  }
})
