import { expect, test } from 'vitest'
import { addDays, dayOf } from '../contract/time/calendar-date.ts'
import { ReplayClient } from './gateway/replays/testing/replay-client.ts'
import {
  CALL,
  configureNumber,
  NUMBER,
  SETTINGS,
  tell,
} from './service/telephony/testing/telephone-switch.ts'
import { closedAfterEach } from './testing/closed-after-each.ts'
import { eventually } from './testing/eventually.ts'
import { startReceiver } from './testing/peers/test-receiver.ts'
import { settingsOn } from './testing/settings-on.ts'
import { startAppHere } from './testing/start-test-app.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { addFailedEvents, addPartner, TELEPHONY_KEY, TIME_ZONE } from './testing/test-service.ts'
import { TEST_TIMINGS } from './testing/test-timings.ts'

const open = closedAfterEach()

/** How many attempts of a kind a process has made, by its own metrics. */
async function attemptsOf(url: string, kind: 'delivery' | 'replay'): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line = new RegExp(
    `^redial_attempts_total\\{kind="${kind}",outcome="delivered"\\} (\\d+)`,
    'm',
  )
  return Number(line.exec(metrics)?.[1])
}

test('web accepts reports and replays and sends nothing; worker sends both and serves nobody', async () => {
  const database = await open(openTestDatabase())
  const receiver = await open(startReceiver())
  const { SESSION_SECRET, ...settings } = { ...settingsOn(database, receiver), TELEPHONY_KEY }
  const start = (more: Record<string, string>) =>
    open(startAppHere({ ...settings, ...more }, { timings: TEST_TIMINGS }))
  const web = await start({ ROLE: 'web', SESSION_SECRET })
  const { id: partnerId, token } = await addPartner(database, SETTINGS.partner)
  expect(await configureNumber(web.url, receiver)).toMatchObject({ status: 201 })
  expect(await tell(web.url, 'POST', 'calls/', CALL)).toMatchObject({ status: 201 })
  const today = dayOf(new Date(), TIME_ZONE)
  const request_json = JSON.stringify({ call_id: 2, tracking_number: NUMBER })
  const failed = { callback_url: receiver.url, failed_at: new Date(), request_json }
  await addFailedEvents(database, partnerId, [failed])
  const client = new ReplayClient(web.url, token)
  const run = await client.prepare({ from_date: today, to_date: addDays(today, 1) })
  expect((await client.change(run.id, 'start')).state).toBe('running')

  const worker = await start({ ROLE: 'worker' })
  expect((await client.settled(run.id)).counts.delivered).toBe(1)
  await eventually(async () => (await attemptsOf(worker.url, 'delivery')) === 1)
  expect(await attemptsOf(worker.url, 'replay')).toBe(1)
  expect([await attemptsOf(web.url, 'delivery'), await attemptsOf(web.url, 'replay')]).toEqual([
    0, 0,
  ])
  expect(receiver.requests).toHaveLength(2)

  for (const path of ['healthz', 'readyz']) {
    expect((await fetch(`${worker.url}/${path}`)).status).toBe(200)
  }
  for (const path of ['', 'v2/company/', 'gateway/session', 'docs/', 'telephony/v1/calls/']) {
    const refused = await fetch(`${worker.url}/${path}`, { method: 'POST' })
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { detail: expect.stringContaining('This process only makes attempts (ROLE=worker).') },
    ])
  }
})
