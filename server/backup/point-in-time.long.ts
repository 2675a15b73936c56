// Long: archives and restores a PostgreSQL to a point in time.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../database/embedded/embedded-postgres.ts'
import { query } from '../database/embedded/testing/query.ts'
import { blocksOf } from '../testing/documented-code.ts'
import { eventually } from '../testing/eventually.ts'
import { startReceiver } from '../testing/peers/test-receiver.ts'
import { reportCall } from '../testing/report-call.ts'
import { runCommand, runRedial } from '../testing/run-redial.ts'
import { testFolder } from '../testing/test-folder.ts'
import { createBackup } from './create-backup.ts'

/*
 * Rehearses docs/backup.md, "Point-in-time recovery": a partner is erased by mistake, and the database
 * returns to the moment before.
 */
const GUIDE = 'docs/backup.md'
const SECTION = 'Point-in-time recovery'
const [archiving = ''] = blocksOf(GUIDE, SECTION, 'sql')
const [recovery = ''] = blocksOf(GUIDE, SECTION, 'ini')
const [skipIds = ''] = blocksOf(GUIDE, 'Back up', 'sql')

const KEY = 'the-key-of-the-recovery-test-of-enough-characters'
const NUMBER = '27105550199'

const above = testFolder({ mode: 0o755 })
const archive = join(above, 'archive')
// PostgreSQL may run as another user.
mkdirSync(archive)
chmodSync(archive, 0o777)
const inArchive = (text: string) => text.replaceAll('/archive', archive)

const receiver = await startReceiver()
const settings = {
  SESSION_SECRET: 'a secret for recovery, of enough characters',
  TELEPHONY_KEY: KEY,
  RETRY_SCHEDULE: '1s,1s,1s',
  RECEIVER_CA_FILE: join(above, 'authority.pem'),
  RECEIVER_EXCEPTIONS: receiver.exception,
  PORT: '0',
}
writeFileSync(settings.RECEIVER_CA_FILE, receiver.ca)

/** The webhook-ids of a call's posts, in the order in which the receiver got them. */
const idsOf = (callId: number) =>
  receiver.requests
    .filter(({ body }) => JSON.parse(body).call_id === callId)
    .map(({ headers }) => Number(headers['webhook-id']))

async function startPostgres(name: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(join(above, name), {
    listen: 'loopback',
    // A primary and its copy need the same; a copy refuses connections until it is a primary.
    settings: { max_connections: '100', hot_standby: 'off' },
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= postgres.close()
    return closing
  }
  onTestFinished(close)
  return { ...postgres, close }
}

/** Starts Redial as operators do, with a tracking number if there is none yet. */
async function startRedial({ url: DATABASE_URL }: EmbeddedPostgres) {
  const redial = await runRedial({ ...settings, DATABASE_URL })
  onTestFinished(async () => void (await redial.kill('SIGKILL')))
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const telephony = (method: string, path: string, body?: object) =>
    fetch(`${redial.url}/telephony/v1/${path}`, { method, headers, body: JSON.stringify(body) })
  const report = async (callId: number) => {
    const call = { url: redial.url, key: KEY, callId, trackingNumber: NUMBER, answered: true }
    const { deliveries } = await reportCall(call)
    return deliveries.map(({ id }) => id)
  }
  return { stop: () => redial.kill('SIGTERM'), telephony, report }
}

/** The calls with a delivery in this state. */
async function callsThat(state: 'waiting' | 'delivered', { url }: EmbeddedPostgres) {
  const calls = `select coalesce(string_agg(call_id::text, ' ' order by call_id), '') as calls`
  const [row] = await query(url, `${calls} from delivery where state = '${state}'`)
  return z.object({ calls: z.string() }).parse(row).calls
}

test('a database returns to a moment, and what was delivered later is delivered again', async () => {
  let postgres = await startPostgres('primary')
  // `alter system` can't run within a transaction, and a text of several statements is one.
  for (const statement of inArchive(archiving).split(';\n').filter(Boolean)) {
    await query(postgres.url, statement)
  }
  await postgres.close()
  postgres = await startPostgres('primary')
  const before = await startRedial(postgres)
  await before.telephony('POST', 'partners/', { reference: 'acme', name: 'Acme' })
  await before.telephony('PUT', `tracking_numbers/${NUMBER}/`, {
    partner: 'acme',
    company: { reference: 'C-1', name: 'Acme Motors' },
    call_term_callbacks: receiver.url,
  })
  await before.report(1)
  await eventually(() => idsOf(1).length === 1)

  await createBackup(join(above, 'primary'), join(above, 'base'))
  await before.report(2)
  await eventually(async () => (await callsThat('delivered', postgres)) === '1 2')
  const held = Promise.withResolvers<void>()
  receiver.behave(async (_request, response) => {
    await held.promise
    response.end()
  })
  await before.report(3)
  await eventually(() => idsOf(3).length === 1)
  const [row] = await query(postgres.url, 'select clock_timestamp()::text as moment')
  const { moment } = z.object({ moment: z.string() }).parse(row)

  held.resolve()
  receiver.behave(200)
  const [firstId] = await before.report(4)
  await eventually(async () => (await callsThat('delivered', postgres)) === '1 2 3 4')
  const mistake = ['server/commands/erase.ts', 'partner', 'acme']
  const erased = await runCommand(mistake, { ...settings, DATABASE_URL: postgres.url })
  expect(erased.code).toBe(0)
  expect(await callsThat('delivered', postgres)).toBe('')
  expect(await before.stop()).toBe(0)
  // Its last log is archived before PostgreSQL ends.
  await query(postgres.url, 'select pg_switch_wal()')
  await postgres.close()

  const restored = await restoreAt(moment)
  expect(await callsThat('delivered', restored)).toBe('1 2')
  expect(await callsThat('waiting', restored)).toBe('3')
  await query(restored.url, skipIds)
  const end = ['server/commands/sessions.ts', 'end', '--all']
  expect(await runCommand(end, { ...settings, DATABASE_URL: restored.url })).toMatchObject({
    code: 0,
  })
  const after = await startRedial(restored)
  expect((await after.telephony('GET', `tracking_numbers/${NUMBER}/`)).status).toBe(200)

  // It had been delivered after that time: the receiver recognises the webhook-id.
  await eventually(() => idsOf(3).length === 2)
  expect(new Set(idsOf(3)).size).toBe(1)
  // The switch reports the later call again: a new event, whose id no receiver has had.
  const [secondId = 0] = await after.report(4)
  await eventually(() => idsOf(4).length === 2)
  expect(idsOf(4)).toEqual([firstId, secondId])
  expect(secondId).toBeGreaterThan(1_000_000)
  await eventually(async () => (await callsThat('delivered', restored)) === '1 2 3 4')
  expect([idsOf(1).length, idsOf(2).length]).toEqual([1, 1])
}, 300_000)

/** The base backup in a new folder, with the settings of the guide. */
function restoreAt(moment: string): Promise<EmbeddedPostgres> {
  const folder = join(above, 'restored')
  const data = join(folder, 'postgresql/data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const base = join(above, 'base')
  execFileSync('tar', ['xzf', join(base, 'base.tar.gz'), '-C', data, '--no-same-owner'])
  cpSync(join(base, 'data-dir'), folder, { recursive: true })
  writeFileSync(join(data, 'recovery.signal'), '')
  const text = inArchive(recovery).replace(/(recovery_target_time = )'.*'/, `$1'${moment}'`)
  appendFileSync(join(data, 'postgresql.auto.conf'), text)
  return startPostgres('restored')
}
