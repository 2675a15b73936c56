import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { testFolder } from '../../testing/test-folder.ts'
import { type EmbeddedOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import { FolderInUse } from './folder-lock.ts'
import { query } from './testing/query.ts'

/** One database that all tests share, because creating another takes a second. */
const above = testFolder()
let folder = join(above, 'Redials Daten, größer & "neu" #1 %2F+')

/** Starts on the folder while the work runs. */
async function withPostgres<T>(
  work: (url: string) => Promise<T>,
  options?: EmbeddedOptions,
): Promise<T> {
  const postgres = await startEmbeddedPostgres(folder, options)
  return work(postgres.url).finally(postgres.close)
}

test('creates its data in a folder with a difficult name below a folder of mode 0700', async () => {
  const half = join(folder, 'postgresql/data.new')
  mkdirSync(half, { recursive: true })
  writeFileSync(join(half, 'PG_VERSION'), '18\n')
  await withPostgres(async url => {
    await query(url, "create table kept (what text); insert into kept values ('Größe')")
  })
  expect(readdirSync(join(folder, 'postgresql'))).toEqual(['data'])
  for (const file of ['postgresql', 'postgresql-password', 'lock']) {
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  }
})

test('keeps committed data on the disk', async () => {
  await withPostgres(async url => {
    expect(await query(url, 'select what from kept')).toEqual([{ what: 'Größe' }])
    const settings = await query(
      url,
      `select name, setting from pg_settings where name in
        ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums') order by name`,
    )
    expect(settings).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
  })
})

test('one of two simultaneous starts gets the folder', async () => {
  const starts = await Promise.allSettled([0, 1].map(() => startEmbeddedPostgres(folder)))
  const reasons = starts.flatMap(start => (start.status === 'rejected' ? [start.reason] : []))
  expect(reasons).toEqual([expect.any(FolderInUse)])
  for (const start of starts) if (start.status === 'fulfilled') await start.value.close()
})

test('ignores variables that are meant for another PostgreSQL', async () => {
  const variables = {
    PGDATA: '/nowhere',
    PGHOST: 'nowhere.invalid',
    PGPORT: '1',
    PGUSER: 'nobody',
    PGDATABASE: 'none',
    PGPASSWORD: 'wrong',
    PGOPTIONS: '-c search_path=nowhere',
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGCLIENT_ENCODING: 'LATIN1',
    LC_ALL: 'xx_XX',
    TZ: 'Nowhere/Nothing',
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  try {
    await withPostgres(async url => {
      expect(await query(url, 'select what from kept')).toEqual([{ what: 'Größe' }])
    })
  } finally {
    vi.unstubAllEnvs()
  }
})

test('accepts nobody without the password', async () => {
  await withPostgres(
    async url => {
      expect(new URL(url).hostname).toBe('127.0.0.1')
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
      for (const password of ['', 'wrong']) {
        const other = new URL(url)
        other.password = password
        await expect(query(other.href, 'select 1')).rejects.toThrow(/password/)
      }
    },
    { listen: 'loopback' },
  )
})

test('listens on loopback if the path is too long for a socket', async () => {
  const long = join(above, 'l'.repeat(120))
  renameSync(folder, long)
  folder = long
  await withPostgres(async url => {
    expect(new URL(url).searchParams.get('host')).toBeNull()
    expect(await query(url, 'select what from kept')).toEqual([{ what: 'Größe' }])
  })
})
