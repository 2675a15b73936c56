import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NoticeSettings, Notices } from '../contract/notices/notice.ts'
import { readEnv } from './config/read-env.ts'
import { PRODUCTION_TIMINGS } from './config/timings.ts'
import { DEMO_PARTNER } from './demo/demo-companies.ts'
import { ReplayClient } from './gateway/replays/testing/replay-client.ts'
import { closedAfterAll } from './testing/closed-after-each.ts'
import { eventually } from './testing/eventually.ts'
import { onlyRow } from './testing/rows.ts'
import { startTestApp } from './testing/start-test-app.ts'
import { addFailedEvents } from './testing/test-service.ts'
import { TEST_TIMINGS } from './testing/test-timings.ts'

const app = await closedAfterAll(
  startTestApp({}, { timings: { ...TEST_TIMINGS, noticePollMs: 50 } }),
)
const { db } = app.database
const { id: partnerId } = await onlyRow(db, 'partner', { reference: DEMO_PARTNER.reference })

const client = new ReplayClient(app.url, app.demoToken ?? '')

const lookedAt = async () =>
  NoticeSettings.parse((await client.get('notices/settings')).body).watch.looked_at

/** Redial looks again, and returns the titles of all notices. */
async function look(): Promise<string[]> {
  const before = await lookedAt()
  await sql`update notice_watch set next_look_at = now()`.execute(db)
  await eventually(async () => (await lookedAt()) !== before)
  return Notices.parse((await client.get('notices')).body).results.map(({ title }) => title)
}

function fail(host: string, count: number, failed_at = new Date()): Promise<unknown> {
  const failure = {
    callback_url: `https://${host}/calls`,
    failed_at,
    request_json: '{"call_id":1}',
  }
  return addFailedEvents(app.database, partnerId, Array(count).fill(failure))
}

async function deliver(host: string, at: Date): Promise<void> {
  await sql`
    with number as (
      select id from tracking_number where partner_id = ${partnerId} limit 1
    ), call as (
      insert into tracked_call (id, tracking_number_id, ended_at)
      select 900000000001, id, now() from number returning id, tracking_number_id
    )
    insert into delivery (call_id, tracking_number_id, partner_id, event, callback_url, payload, state,
      created_at, next_attempt_at, settled_at)
    select id, tracking_number_id, ${partnerId}, 'call_termination', ${`https://${host}/calls`}, '{}', 'delivered',
      ${at}::timestamptz, ${at}, ${at}
    from call
  `.execute(db)
}

test('by default, a look follows the listing of a failure within 130 of the promised 150 seconds', () => {
  const { NOTICE_INTERVAL } = readEnv({})
  const { noticePollMs } = PRODUCTION_TIMINGS
  expect(NOTICE_INTERVAL + 1.2 * noticePollMs).toBeLessThanOrEqual(130_000)
})

test('failures count since the last event that our own service delivered', async () => {
  await client.send('PUT', 'notices/watch', { is_on: true })
  await eventually(async () => (await lookedAt()) !== null)
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
  await fail('flaky.example', 4, ago(60))
  await deliver('flaky.example', ago(30))
  await fail('flaky.example', 4)
  await fail('down.example', 5)
  expect(await look()).toEqual(['down.example/calls is failing'])
  await fail('flaky.example', 1)
  expect(await look()).toEqual(['flaky.example/calls is failing', 'down.example/calls is failing'])
})
