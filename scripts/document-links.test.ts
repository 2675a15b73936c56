import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENTS = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter(path => existsSync(join(ROOT, path)))

test.each(DOCUMENTS)('every link of %s leads to a file of the repository', path => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const targets = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
  const missing = targets
    .filter(target => !/^(https?:|mailto:|#)/.test(target))
    .map(target => target.replace(/#.*/, ''))
    .filter(target => !existsSync(join(ROOT, dirname(path), target)))
  expect(missing).toEqual([])
})
