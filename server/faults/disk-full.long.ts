// Long: a disk fills up under load.
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { eventually } from '../testing/eventually.ts'
import { hasMet } from '../testing/requirements.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { NOTHING_WRONG, startLoad } from './testing/start-load.ts'

const open = closedAfterEach()
const SIZE = '400m'

test('the disk of the embedded database is full for a while', async ({ skip }) => {
  const folder = folderOfTest()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
  } catch (error) {
    const reason = `a small disk can only be mounted by root: ${error}`
    skip(!hasMet(false, reason), reason)
  }
  await open({ close: () => void execFileSync('umount', ['--lazy', folder]) })
  const load = await open(startLoad({ database: { folder }, processes: [{}] }))
  await load.morePosts(100)

  const filler = join(folder, 'filler')
  fill(filler)
  const { length } = load.reporter.problems
  await eventually(() => load.reporter.problems.length > length + 50)
  rmSync(filler)
  await load.moreReports(100)
  await load.morePosts(100)
  const account = await load.account()
  expect(account).toMatchObject(NOTHING_WRONG)
  expect(account.delivered).toBeGreaterThan(0)
}, 240_000)

/** Uses all free space. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  try {
    for (const size of [1_048_576, 4_096]) {
      try {
        for (;;) writeSync(descriptor, Buffer.alloc(size))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    }
  } finally {
    closeSync(descriptor)
  }
}
