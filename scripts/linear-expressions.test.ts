import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { analyse } from 'scslre'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { maskCallers } from '../contract/message/mask-callers.ts'
import { trackingNumberKeys } from '../contract/receiver.ts'
import { answerEverything } from '../server/service/answers/endpoints.ts'
import { withoutTimes } from '../src/features/blocklist/phone-input/paste/parse-line.ts'
import { JsonText } from '../src/ui/json/json-view.tsx'

/*
 * Texts of services, receivers and people reach regular expressions. One that takes quadratic time keeps the
 * whole process busy for minutes with a text of 100 KB.
 */

const Found = z.union([
  z.object({ regex: z.object({ pattern: z.string(), flags: z.string() }) }),
  z.object({
    type: z.enum(['NewExpression', 'CallExpression']),
    callee: z.object({ type: z.literal('Identifier'), name: z.literal('RegExp') }),
  }),
])

type Expression = { file: string; source: string; flags: string }

/** The literals of all files, and how many expressions each file builds at run time. */
function expressionsOf(files: string[]) {
  const literals: Expression[] = []
  const built: Record<string, number> = {}
  const visit = (node: unknown, file: string) => {
    if (typeof node !== 'object' || node === null) return
    // Most nodes have neither, and are checked faster without a schema.
    const found = 'regex' in node || 'callee' in node ? Found.safeParse(node).data : undefined
    if (found !== undefined && 'regex' in found) {
      literals.push({ file, source: found.regex.pattern, flags: found.regex.flags })
      return
    }
    if (found !== undefined) built[file] = (built[file] ?? 0) + 1
    for (const part of Object.values(node)) visit(part, file)
  }
  for (const file of files) {
    visit(parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }), file)
  }
  return { literals, built }
}

const FOLDERS = ['contract', 'probe', 'scripts', 'server', 'src']
const files = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter(file => /\.tsx?$/.test(file) && !/\.(test|long)\.|\/testing\//.test(file))

const { literals, built } = expressionsOf(files)

/** How an expression takes more than linear time; empty if it doesn't. */
const problemsOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>) =>
  analyse({ source, flags }).reports.map(({ type }) => type)

test('every regular expression takes linear time on any text', () => {
  expect(literals.length).toBeGreaterThan(300)
  const slow = literals.filter(expression => problemsOf(expression).length > 0)
  expect(slow.map(({ file, source }) => `${file}: ${source}`)).toEqual([])
})

test.each([
  ['(a+)+$', ''],
  [String.raw`\s*\n\s*`, 'g'],
  [String.raw`\/+$`, ''],
])('the check finds /%s/', (source, flags) => {
  expect(problemsOf({ source, flags })).not.toEqual([])
})

/*
 * Expressions that are built at run time. Each file with one is listed with what runs all of its expressions
 * on a text of 300,000 characters: one that takes quadratic time exceeds the limit of the test.
 */

const CALLER = '27821230001'
const BUILT: Record<string, { expressions: number; run: (hostile: string) => unknown }> = {
  'contract/message/mask-callers.ts': {
    expressions: 2,
    run: hostile => [
      maskCallers({ caller: hostile, [hostile]: hostile }, CALLER),
      maskCallers({ caller: `+${CALLER}` }, hostile),
    ],
  },
  'contract/receiver.ts': { expressions: 1, run: trackingNumberKeys },
  'server/service/answers/endpoints.ts': {
    expressions: 1,
    run: async hostile => {
      const app = fastify()
      answerEverything(app)
      app.options('/:company/calls/:call/', async () => '')
      await app.inject(`/${encodeURI(hostile)}/calls/${encodeURI(hostile)}`)
    },
  },
  'src/features/blocklist/phone-input/paste/parse-line.ts': {
    expressions: 1,
    run: hostile => withoutTimes(hostile, 'ZA'),
  },
  'src/ui/json/json-view.tsx': {
    expressions: 1,
    run: hostile => {
      const json = JSON.stringify(hostile)
      const entry = { name: null, from: 0, start: 0, end: json.length }
      // It looks for no more characters than it shows.
      const wanted = hostile.slice(0, 1_000)
      renderToStaticMarkup(createElement(JsonText, { json, entry, wanted, match: null }))
    },
  },
}

test('every expression that is built at run time is listed with what tries it', () => {
  expect(built).toEqual(
    Object.fromEntries(Object.entries(BUILT).map(([file, { expressions }]) => [file, expressions])),
  )
})

const HOSTILE = ['1', '1-', '27 ', '1:11', '192.168.', '20260101T', '2026-11-', '(', ' ', 'status']

test.each(Object.entries(BUILT))(
  'the built expressions of %s take linear time',
  async (_, { run }) => {
    for (const piece of HOSTILE) await run(`${piece.repeat(300_000 / piece.length)}!`)
  },
)
