// Long: the timings of production pass in real time.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { eventually } from '../testing/eventually.ts'
import { heldClock } from '../testing/held-clock.ts'
import { startUpstream } from '../testing/peers/test-upstream.ts'
import { onlyRow } from '../testing/rows.ts'
import { settingsOn } from '../testing/settings-on.ts'
import { startAppHere } from '../testing/start-test-app.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { JSON_BODY } from '../testing/test-gateway.ts'
import { PRODUCTION_TIMINGS } from './timings.ts'

/* Without test settings, the production timings apply. */

const HEADERS = { authorization: `Token ${'a'.repeat(40)}` }

const open = closedAfterEach()

test('upstreamTimeoutMs and leaseMs: how long a service may take, and how long a run counts as alive', async () => {
  // The clock is replaced from the start, because undici keeps its own timer for longer timeouts.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await open({ close: () => vi.useRealTimers() })
  const database = await open(openTestDatabase())
  // It never answers.
  const upstream = await open(startUpstream(() => {}))
  const settings = { ...settingsOn(database), UPSTREAM_URL: upstream.url, LOG_LEVEL: 'silent' }
  const app = await open(startAppHere(settings))

  let answered: Response | null = null
  const asking = fetch(`${app.url}/v1/call_events_fail/`, { headers: HEADERS }).then(answer => {
    answered = answer
  })
  await eventually(() => upstream.requests.length === 1)
  // undici checks about twice a second.
  await vi.advanceTimersByTimeAsync(PRODUCTION_TIMINGS.upstreamTimeoutMs - 1_000)
  expect(answered).toBeNull()
  await vi.advanceTimersByTimeAsync(3_000)
  await asking
  expect(answered).toMatchObject({ status: 504 })

  const made = await fetch(`${app.url}/gateway/replays`, {
    method: 'POST',
    headers: { ...HEADERS, ...JSON_BODY },
    body: JSON.stringify({
      list: 'call_events_fail',
      from_date: '2026-11-21',
      to_date: '2026-11-22',
      events: 'all',
    }),
  })
  expect(made.status).toBe(201)
  // Two runs that no process reads. The lease of one ends now.
  const age = async (seconds: number) => {
    const { rows } = await sql<{ id: string }>`
      insert into replay_run (id, account, made_by, service, list, from_date, to_date, renewed_at)
      select gen_random_uuid(), account, made_by, service, list, from_date, to_date,
        now() - ${seconds} * interval '1 second'
      from replay_run limit 1 returning id
    `.execute(database.db)
    return rows[0]?.id
  }
  const leaseS = PRODUCTION_TIMINGS.leaseMs / 1_000
  const [alive, dead] = [await age(leaseS - 15), await age(leaseS)]
  await vi.advanceTimersByTimeAsync(PRODUCTION_TIMINGS.leaseRenewalMs)
  const stateOf = async (id = '') => (await onlyRow(database.db, 'replay_run', { id })).state
  await eventually(async () => (await stateOf(dead)) === 'broken')
  expect(await stateOf(alive)).toBe('reading')
})

test('stopAnnouncementMs: how long a stop is announced', async () => {
  const clock = heldClock()
  const database = await open(openTestDatabase())
  const app = await startAppHere(settingsOn(database), { clock })
  const stopped = app.close(true)
  expect(await clock.endWait()).toBe(PRODUCTION_TIMINGS.stopAnnouncementMs)
  await stopped
})
