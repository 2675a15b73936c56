// Long: the database is away for as long as its time limits.
import { expect, test } from 'vitest'
import { PRODUCTION_LIMITS } from './database/database-limits.ts'
import {
  CALL,
  configureNumber,
  SETTINGS,
  tell,
} from './service/telephony/testing/telephone-switch.ts'
import { closedAfterEach } from './testing/closed-after-each.ts'
import { eventually } from './testing/eventually.ts'
import { startTcpProxy } from './testing/peers/tcp-proxy.ts'
import { startReceiver } from './testing/peers/test-receiver.ts'
import { settingsOn } from './testing/settings-on.ts'
import { startAppHere } from './testing/start-test-app.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { addPartner, TELEPHONY_KEY } from './testing/test-service.ts'
import { TEST_TIMINGS } from './testing/test-timings.ts'

const SHORT = { connectMs: 1_000, queryMs: 1_000, lockMs: 500 }

const open = closedAfterEach()

test("if the database's network drops all data, requests fail in time, and no restart is needed afterwards", async () => {
  const database = await open(openTestDatabase())
  const { token } = await addPartner(database, SETTINGS.partner)
  const receiver = await open(startReceiver())
  const url = new URL(database.url)
  const proxy = await open(startTcpProxy(Number(url.port)))
  url.port = String(proxy.port)
  const { requests, attempts, longWork, jobQueue } = PRODUCTION_LIMITS
  const app = await open(
    startAppHere(
      { ...settingsOn({ url: url.href }, receiver), TELEPHONY_KEY, LOG_LEVEL: 'silent' },
      {
        timings: TEST_TIMINGS,
        databaseLimits: {
          requests: { ...requests, ...SHORT },
          attempts: { ...attempts, ...SHORT },
          longWork: { ...longWork, ...SHORT },
          jobQueue: { ...jobQueue, ...SHORT },
        },
      },
    ),
  )
  const statusOf = async (path: string) => (await fetch(`${app.url}/${path}`)).status
  const companies = () =>
    fetch(`${app.url}/v2/company/`, { headers: { authorization: `Token ${token}` } })
  const report = async () => (await tell(app.url, 'POST', 'calls/', CALL)).status
  expect((await configureNumber(app.url, receiver)).status).toBe(201)
  expect((await companies()).status).toBe(200)

  proxy.swallow()
  // More requests than there are connections.
  const answers = await Promise.all(Array.from({ length: 30 }, companies))
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toEqual({
      detail: 'The database does not answer at the moment. Try again in a few seconds.',
    })
  }
  expect(await report()).toBe(503)
  expect([await statusOf('healthz'), await statusOf('readyz')]).toEqual([200, 503])

  proxy.restore()
  await eventually(async () => (await statusOf('readyz')) === 200)
  await eventually(async () => (await companies()).status === 200)
  await eventually(async () => (await report()) < 300)
  // The worker's connections were affected as well.
  await eventually(() => receiver.requests.length === 1)
})
