import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const MAX_FILES = 30

test('no folder of code has more than 30 files', () => {
  const root = join(import.meta.dirname, '..')
  const files = execFileSync('git', ['ls-files', '--deduplicate'], { cwd: root, encoding: 'utf8' })
  const folders = Map.groupBy(
    files
      .trim()
      .split('\n')
      .filter(file => /\.(ts|tsx|css)$/.test(file)),
    file => dirname(file),
  )
  expect(folders.size).toBeGreaterThan(50)
  const large = [...folders].filter(([, inFolder]) => inFolder.length > MAX_FILES)
  expect(large.map(([folder, inFolder]) => `${folder}: ${inFolder.length}`)).toEqual([])
})
