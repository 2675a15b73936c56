import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { DatabaseUnusable } from './folder-lock.ts'
import { testFolder } from './testing/test-folder.ts'

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
async function said(): Promise<string> {
  const error: unknown = await startEmbeddedPostgres(folder).catch(error => error)
  if (!(error instanceof DatabaseUnusable)) throw error
  expect(error.message).not.toContain('\n')
  return error.message
}

test('data of another major version of PostgreSQL is left unchanged', async () => {
  write({ 'postgresql/data/PG_VERSION': '17\n' })
  expect(await said()).toMatch(/written by PostgreSQL 17.*brings PostgreSQL 18.*pg_upgrade/)
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
