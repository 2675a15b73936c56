import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A temporary folder that is removed at the end of the test file. */
export function testFolder({ mode = 0o700 } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'redial-test-'))
  chmodSync(folder, mode)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The same within a test, which removes it when it ends. */
export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'redial-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
