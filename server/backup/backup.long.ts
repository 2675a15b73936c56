// Long: embedded databases are backed up and restored.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { startLoad } from '../faults/testing/start-load.ts'
import { rowsOf } from '../testing/rows.ts'
import { runCommand } from '../testing/run-redial.ts'
import { testFolder } from '../testing/test-folder.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const above = testFolder()
const original = join(above, 'data')
const backup = join(above, 'backup')

const run = (words: string[], DATA_DIR: string, settings: Record<string, string> = {}) =>
  runCommand(['server/commands/backup.ts', ...words], { DATA_DIR, ...settings })

/** What does not change once it is there. */
async function readRows({ db }: Database) {
  return {
    calls: await rowsOf(
      db,
      'tracked_call',
      {},
      'id',
      'tracking_number_id',
      'ended_at',
      'report_digest',
    ),
    deliveries: await rowsOf(
      db,
      'delivery',
      {},
      'id',
      'call_id',
      'event',
      'callback_url',
      'payload',
    ),
    partners: await db.selectFrom('partner').selectAll().execute(),
    numbers: await db.selectFrom('tracking_number').selectAll().orderBy('id').execute(),
  }
}

let accepted: number[] = []
let rows: Awaited<ReturnType<typeof readRows>>
beforeAll(async () => {
  const load = await startLoad({ database: { folder: original }, processes: [{ DEMO: 'off' }] })
  try {
    await load.morePosts(20)
    accepted = [...load.reporter.accepted.keys()]
    const [made] = await Promise.all([run(['create', backup], original), load.moreReports(5)])
    expect(made.output).toMatch(/^Backed up \S+data to \S+backup \(\d+\.\d MiB\)\.\n$/)
    expect(made.code).toBe(0)
    await load.reporter.stop()
    rows = await readRows(load.database)
    const ids = new Set(rows.calls.map(({ id }) => id))
    expect([...load.reporter.accepted.keys()].filter(id => !ids.has(id))).toEqual([])
  } finally {
    await load.close()
  }
}, 300_000)

test('a backup that is made while calls are reported has every call that was accepted before', async () => {
  const restored = join(above, 'restored')
  const { code, output } = await run(['restore', backup], restored)
  expect(output).toMatch(/^Restored the backup of 20\S+Z to \S+restored\. Start Redial on it\.\n$/)
  expect(code).toBe(0)

  const database = await openDatabase({ folder: restored })
  try {
    const found = await readRows(database)
    const ids = new Set(found.calls.map(({ id }) => id))
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.filter(id => !ids.has(id))).toEqual([])
    expect(rows.calls).toEqual(expect.arrayContaining(found.calls))
    expect(rows.deliveries.filter(({ call_id }) => ids.has(call_id))).toEqual(found.deliveries)
    expect(found.partners).toEqual(rows.partners)
    // Receivers have had events with the ids after those of the backup.
    const { rows: next } = await sql<{ id: number }>`
      select nextval('failed_event_id_seq') as id
    `.execute(database.db)
    expect(next[0]?.id).toBeGreaterThan(1_000_000)
    expect(found.numbers).toEqual(rows.numbers)
  } finally {
    await database.close()
  }
  for (const name of ['session-secret', 'postgresql-password']) {
    expect(readFileSync(join(restored, name))).toEqual(readFileSync(join(original, name)))
    expect(statSync(join(restored, name)).mode & 0o077).toBe(0)
  }
  expect(statSync(backup).mode & 0o077).toBe(0)
}, 120_000)

test('a backup is made while Redial is stopped, and changes nothing', async () => {
  const stopped = join(above, 'backup-of-stopped')
  expect(await run(['create', stopped], original)).toMatchObject({ code: 0 })
  const restored = join(above, 'restored-from-stopped')
  expect(await run(['restore', stopped], restored)).toMatchObject({ code: 0 })
  const database = await openDatabase({ folder: restored })
  expect(await readRows(database).finally(database.close)).toEqual(rows)
}, 120_000)

test('a backup overwrites nothing, and neither does a restore', async () => {
  await expect(createBackup(original, backup)).rejects.toThrow(/backup exists\. Name a folder/)
  await expect(createBackup(original, join(original, 'inside'))).rejects.toThrow(
    /inside of DATA_DIR/,
  )
  await expect(createBackup(join(above, 'empty'), join(above, 'none'))).rejects.toThrow(
    /There is no database in/,
  )
  const before = readdirSync(original)
  const { code, output } = await run(['restore', backup], original)
  expect(code).toBe(1)
  expect(output).toMatch(/data is not empty: it has .*A restore overwrites nothing\./)
  expect(readdirSync(original)).toEqual(before)
})

test('a database that Redial does not run is left to its own tools', async () => {
  const { code, output } = await run(['create', join(above, 'none')], original, {
    DATABASE_URL: 'postgres://db.example.com/redial',
    SESSION_SECRET: 'a secret for tests, of enough characters',
  })
  expect(code).toBe(1)
  expect(output).toMatch(/DATABASE_URL names a PostgreSQL that Redial does not run/)
})

/** A copy of the backup in which one of its files is changed. */
function changed(name: string, file: string, change: (content: Buffer) => Buffer | string): string {
  const copy = join(above, name)
  cpSync(backup, copy, { recursive: true })
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file))))
  return copy
}

const describe = (change: object) => (content: Buffer) =>
  JSON.stringify({ ...JSON.parse(content.toString()), ...change })

test.each([
  ['cut', 'base.tar.gz', (content: Buffer) => content.subarray(0, -1_000), /backup is damaged/],
  [
    'changed',
    'base.tar.gz',
    (content: Buffer) => content.fill(0, content.length - 8, content.length - 4),
    /backup is damaged/,
  ],
  ['incomplete', 'redial-backup.json', () => '{', /is not a complete backup/],
  ['newer', 'redial-backup.json', describe({ migrations: ['9999-new'] }), /A newer Redial.*9999/],
  ['older', 'redial-backup.json', describe({ postgres: '17.2' }), /is of PostgreSQL 17/],
  ['foreign', 'redial-backup.json', describe({ architecture: 's390x' }), /was made on s390x/],
])(
  'a backup that is %s is refused, and leaves nothing behind',
  async (name, file, change, says) => {
    const folder = join(above, `restored-${name}`)
    mkdirSync(folder)
    await expect(restoreBackup(changed(name, file, change), folder)).rejects.toThrow(says)
    expect(readdirSync(folder)).toEqual([])
  },
  120_000,
)

test('the archive of another backup is refused, and leaves nothing behind', async () => {
  const other = join(above, 'other')
  await createBackup(original, other)
  const archive = readFileSync(join(other, 'base.tar.gz'))
  const folder = join(above, 'restored-other')
  const mixed = changed('mixed', 'base.tar.gz', () => archive)
  await expect(restoreBackup(mixed, folder)).rejects.toThrow(
    /backup is damaged: .*base\.tar\.gz is not the archive/,
  )
  expect(existsSync(folder)).toBe(false)
}, 120_000)

test.each([
  ['create', 'SIGINT'],
  ['create', 'SIGTERM'],
  ['restore', 'SIGINT'],
  ['restore', 'SIGTERM'],
] as const)(
  'a %s that %s interrupts leaves nothing behind',
  async (command, signal) => {
    const parent = join(above, `${command}-${signal}`)
    mkdirSync(parent)
    const into = join(parent, 'folder')
    const [folder, dataDir] = command === 'create' ? [into, original] : [backup, into]
    const { code, output } = await runCommand(
      ['server/commands/backup.ts', command, folder],
      { DATA_DIR: dataDir },
      child => {
        // It begins to write.
        const watcher = watch(parent, () => {
          watcher.close()
          child.kill(signal)
        })
      },
    )
    expect(output).toBe('Interrupted. What was written so far has been removed.\n')
    expect(code).toBe(1)
    expect(readdirSync(parent)).toEqual([])
  },
  120_000,
)

test('the next backup removes what a killed one has written, and nothing else', async () => {
  const parent = join(above, 'after-kill')
  mkdirSync(join(parent, 'notes.partial-1'), { recursive: true })
  const { code } = await runCommand(
    ['server/commands/backup.ts', 'create', join(parent, 'monday')],
    { DATA_DIR: original },
    child => {
      const watcher = watch(parent, { recursive: true }, (_event, name) => {
        if (!name?.endsWith('base.tar.gz')) return
        watcher.close()
        child.kill('SIGKILL')
      })
    },
  )
  expect(code).not.toBe(0)
  expect(readdirSync(parent)).toHaveLength(2)
  await createBackup(original, join(parent, 'tuesday'))
  expect(readdirSync(parent)).toEqual(['notes.partial-1', 'tuesday'])
  expect(readdirSync(join(parent, 'tuesday')).toSorted()).toEqual(readdirSync(backup).toSorted())
}, 120_000)

test('one of four backups into one folder at the same time is made, and it is whole', async () => {
  const folder = join(above, 'contested')
  const made = await Promise.all([1, 2, 3, 4].map(() => run(['create', folder], original)))
  const done = made.filter(({ code }) => code === 0)
  expect(done.map(({ output }) => output)).toEqual([expect.stringMatching(/^Backed up/)])
  expect(readdirSync(above).filter(name => name.includes('contested'))).toEqual(['contested'])
  await restoreBackup(folder, join(above, 'contested-restored'))
}, 120_000)
