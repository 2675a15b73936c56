import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(path => existsSync(join(ROOT, path)))
const NAMES = new Set(FILES.map(path => basename(path)))
const DOCUMENTS = FILES.filter(path => path.endsWith('.md'))

/** CONTRIBUTING forbids `index.ts`. */
const FORBIDDEN_NAMES = new Set(['index.ts'])

test.each(DOCUMENTS)('every link of %s leads to a file of the repository', path => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const targets = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
  const missing = targets
    .filter(target => !/^(https?:|mailto:|#)/.test(target))
    .map(target => target.replace(/#.*/, ''))
    .filter(target => !existsSync(join(ROOT, dirname(path), target)))
  expect(missing).toEqual([])
})

test.each(DOCUMENTS)('every file and folder that %s names exists', path => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const quoted = Array.from(text.matchAll(/`([^`\s]+)`/g), ([, name = '']) => name)
  const missing = quoted.filter(name => {
    if (/^(src|server|contract|probe|e2e|bench|scripts|docs)\/[\w./@-]*$/.test(name)) {
      return !existsSync(join(ROOT, name))
    }
    const isFile = /^[\w-]+(\.\w+)*\.(ts|tsx|cjs|css)$/.test(name)
    return isFile && !NAMES.has(name) && !FORBIDDEN_NAMES.has(name)
  })
  expect(missing).toEqual([])
})
