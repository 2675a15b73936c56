// Long: embedded databases start under several accounts.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasMet, isRoot } from '../../testing/requirements.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findPostgres } from './postgres-account.ts'
import { query } from './testing/query.ts'
import { startInProcess } from './testing/start-in-process.ts'
import { testPackage } from './testing/test-package.ts'

/** Simulates a machine that permits no user namespaces. */
const unshare = '/bin/false'

/** A folder that everybody may enter, unlike other temporary folders. */
const open = testFolder({ mode: 0o755 })

const closed = testFolder()

const canUnshare = runs('unshare', ['--user', '--map-user=1', '--map-group=1', 'true'])

function runs(file: string, args: string[], ids: { uid?: number; gid?: number } = {}): boolean {
  try {
    execFileSync(file, args, { ...ids, cwd: import.meta.dirname, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function idOf(user: string): number {
  return Number(execFileSync('id', ['-u', user], { encoding: 'utf8' }))
}

beforeEach(({ skip }) => skip(!isRoot(), 'The tests do not run as root'))

describe('root on a folder that another user can reach', () => {
  const folder = join(open, 'data')

  test('owns the data if user namespaces are permitted', async ({ skip }) => {
    const reason = 'User namespaces are not permitted'
    skip(!hasMet(canUnshare, reason), reason)
    const postgres = await startEmbeddedPostgres(folder)
    await query(postgres.url, "create table kept (what text); insert into kept values ('all')")
    expect(postgres.otherUser).toBeNull()
    expect(statSync(join(folder, 'postgresql/data/PG_VERSION')).uid).toBe(0)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await postgres.close()
  })

  test('gives the data to an unprivileged user if they are not', async () => {
    // Needed for the programs, because only root may be able to enter the checkout's folder.
    const systemFolder = join(open, 'programs')
    const postgres = await startEmbeddedPostgres(folder, { unshare, systemFolder })
    expect(postgres.otherUser).toMatch(/^(postgres|nobody)$/)
    expect(postgres.folder).toBe(join(realpathSync(folder), 'postgresql'))
    const { uid, mode } = statSync(join(folder, 'postgresql/data/PG_VERSION'))
    expect(uid).toBe(idOf(postgres.otherUser ?? ''))
    expect(mode & 0o077).toBe(0)
    // They pass through DATA_DIR and can read nothing else in it.
    expect(statSync(folder).mode & 0o777).toBe(0o711)
    expect(statSync(join(folder, 'postgresql-password')).mode & 0o077).toBe(0)
    if (canUnshare) expect(await query(postgres.url, 'select what from kept')).toHaveLength(1)
    expect(lstatSync(join(folder, 'postgresql')).isSymbolicLink()).toBe(false)
    await postgres.close()
  })
})

test('the data and binaries of an unprivileged user who reaches neither are moved elsewhere', async () => {
  const { name, native } = testPackage(join(closed, 'package'))
  const { folder: real } = await findPostgres()
  for (const part of ['lib', 'share']) {
    cpSync(join(real, part), join(native, part), { recursive: true, verbatimSymlinks: true })
  }
  const systemFolder = join(open, 'system')
  const options = { unshare, systemFolder, packageName: name }
  const dataDir = join(closed, 'data')
  const umask = process.umask(0o077)
  try {
    for (const program of ['postgres', 'initdb']) {
      cpSync(join(real, 'bin', program), join(native, 'bin', program))
      chmodSync(join(native, 'bin', program), 0o700)
    }
    const postgres = await startEmbeddedPostgres(dataDir, options)
    expect(dirname(postgres.folder)).toBe(realpathSync(systemFolder))
    expect(lstatSync(join(dataDir, 'postgresql')).isSymbolicLink()).toBe(true)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    await query(postgres.url, 'create table kept ()')
    await postgres.close()
    const again = await startEmbeddedPostgres(dataDir, options)
    expect(await query(again.url, 'select from kept')).toEqual([])
    await again.close()
  } finally {
    process.umask(umask)
  }
})

test('a user other than root starts it on their own folder, and on no other', async ({ skip }) => {
  const nobody = { uid: 65_534, gid: 65_534 }
  const reason = 'Other users cannot reach the checkout'
  skip(!hasMet(runs(process.execPath, ['--version'], nobody), reason), reason)
  const theirs = join(open, 'theirs')
  mkdirSync(theirs, { mode: 0o700 })
  chownSync(theirs, nobody.uid, nobody.gid)
  const redial = startInProcess(theirs, {}, nobody)
  expect(await redial.started()).toMatchObject({ otherUser: null })
  expect(statSync(join(theirs, 'postgresql/data')).uid).toBe(nobody.uid)
  expect(await redial.end('SIGTERM')).toBe(0)

  chownSync(join(theirs, 'postgresql'), 0, 0)
  const again = startInProcess(theirs, {}, nobody)
  await expect(again.started()).rejects.toThrow(/belongs to another user \(0\)/)
})
