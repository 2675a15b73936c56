import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

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

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
const COMMANDS = DOCUMENTS.map(path => readFileSync(join(ROOT, path), 'utf8')).join('\n')

test('every npm script that a document names exists', () => {
  const names = Array.from(COMMANDS.matchAll(/\bnpm run ([a-z:]+)/g), ([, name = '']) => name)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter(name => !(name in scripts))).toEqual([])
})

test('every benchmark that a document names exists', () => {
  const lists = COMMANDS.matchAll(/npm run bench ([a-z][a-z- ]*)`/g)
  const names = Array.from(lists, ([, list = '']) => list.split(' ')).flat()
  expect(names).toEqual(expect.arrayContaining(['deliveries', 'first-row', 'replays']))
  const [, known = ''] =
    /BENCHMARKS.* = \{\n([^}]*)\}/.exec(readFileSync(join(ROOT, 'bench/main.ts'), 'utf8')) ?? []
  const benchmarks = Array.from(known.matchAll(/^ *'?([\w-]+)/gm), ([, name]) => name)
  expect(benchmarks).toEqual(expect.arrayContaining(names))
})

test('the guide for going back names the version of the job queue', () => {
  const { version, pgboss } = z
    .object({ version: z.string(), pgboss: z.object({ schema: z.int() }) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'node_modules/pg-boss/package.json'), 'utf8')))
  const guide = readFileSync(join(ROOT, 'docs/upgrading.md'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(guide).toContain(`pg-boss ${version} with version ${pgboss.schema}`)
})
