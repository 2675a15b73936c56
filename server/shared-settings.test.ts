import { expect, test } from 'vitest'
import { readEnv } from './config/read-env.ts'
import { ExplainedError } from './database/explained-error.ts'
import { Readiness } from './operations/readiness.ts'
import { SharedSettings } from './shared-settings.ts'
import { closedAfterAll } from './testing/closed-after-each.ts'
import { runCommand } from './testing/run-redial.ts'
import { openTestDatabase } from './testing/test-database.ts'

const database = await closedAfterAll(openTestDatabase())

/** What a process with these settings does at its start. */
async function start(settings: Record<string, string>) {
  const used = new SharedSettings(readEnv(settings), database.db)
  const logged: unknown[] = []
  const warnings = await used.check({ warn: (line: unknown) => logged.push(line) })
  expect(logged).toEqual(warnings)
  return { warnings, readiness: new Readiness(used) }
}

// Each of these tests continues with the data of the previous one.
test('processes with the same settings have nothing to report', async () => {
  const [first, second] = await Promise.all([start({}), start({ RETRY_SCHEDULE: '60s, 5m,30m' })])
  expect([...first.warnings, ...second.warnings]).toEqual([])
  expect(await first.readiness.problem()).toBeNull()
  expect(first.readiness.notes()).toEqual([])
})

test('another RETRY_SCHEDULE is reported at the start, and by the processes that had the earlier one', async () => {
  const before = await start({})
  const after = await start({ RETRY_SCHEDULE: '90s,2h' })
  expect(after.warnings).toEqual([
    'RETRY_SCHEDULE is 90s,2h; the process that started last had 1m,5m,30m. All processes should have the same',
  ])
  expect(await before.readiness.problem()).toBeNull()
  expect(before.readiness.notes()).toEqual([
    'RETRY_SCHEDULE is 1m,5m,30m in this process, and the process that started last has 90s,2h.',
  ])
  expect(await after.readiness.problem()).toBeNull()
  expect(after.readiness.notes()).toEqual([])
})

test('another TIME_ZONE stops the start until it is accepted', async () => {
  const settings = { TIME_ZONE: 'Europe/Berlin', RETRY_SCHEDULE: '90s,2h' }
  await expect(start(settings)).rejects.toThrow(ExplainedError)
  await expect(start(settings)).rejects.toThrow(
    'The database was used with TIME_ZONE=Africa/Johannesburg, and TIME_ZONE is Europe/Berlin now.',
  )
  const { code, output } = await runCommand(['server/commands/config.ts', 'accept'], {
    ...settings,
    DATABASE_URL: database.url,
    SESSION_SECRET: 's'.repeat(32),
  })
  expect([code, output]).toEqual([
    0,
    'TIME_ZONE was Africa/Johannesburg and is Europe/Berlin from now on.\nRestart all processes of Redial with these settings.\n',
  ])
  expect((await start(settings)).warnings).toEqual([])
  await expect(start({ RETRY_SCHEDULE: '90s,2h' })).rejects.toThrow('TIME_ZONE=Europe/Berlin')
})

test('in front of a service, settings are remembered for that service', async () => {
  const UPSTREAM_URL = 'https://api.example.com'
  const { warnings } = await start({ UPSTREAM_URL, RETRY_SCHEDULE: '1s' })
  expect(warnings).toEqual([])
  await expect(start({ UPSTREAM_URL, TIME_ZONE: 'Asia/Tokyo' })).rejects.toThrow(ExplainedError)
})
