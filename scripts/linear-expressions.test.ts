import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'

/*
 * Texts of services, receivers and people reach regular expressions. One that takes quadratic time keeps the
 * whole process busy for minutes with a text of 100 KB.
 */

const RegExpLiteral = z.object({ regex: z.object({ pattern: z.string(), flags: z.string() }) })

type Expression = { file: string; source: string; flags: string }

function expressionsOf(file: string): Expression[] {
  const expressions: Expression[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const literal = RegExpLiteral.safeParse(node).data
    if (literal === undefined) return Object.values(node).forEach(visit)
    const { pattern: source, flags } = literal.regex
    expressions.push({ file, source, flags })
  }
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  visit(parseAst(readFileSync(file, 'utf8'), { lang }))
  return expressions
}

const FOLDERS = ['contract', 'probe', 'scripts', 'server', 'src']
const files = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter(file => /\.tsx?$/.test(file) && !/\.(test|long)\.|\/testing\//.test(file))

/** How an expression takes more than linear time; empty if it doesn't. */
const problemsOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>) =>
  analyse({ source, flags }).reports.map(({ type }) => type)

test('every regular expression takes linear time on any text', () => {
  const expressions = files.flatMap(expressionsOf)
  expect(expressions.length).toBeGreaterThan(300)
  const slow = expressions.filter(expression => problemsOf(expression).length > 0)
  expect(slow.map(({ file, source }) => `${file}: ${source}`)).toEqual([])
})

test.each([
  ['(a+)+$', ''],
  [String.raw`\s*\n\s*`, 'g'],
  [String.raw`\/+$`, ''],
  [String.raw`(\d+) ?ms`, 'i'],
  [String.raw`\/\/.*@`, ''],
])('the check finds /%s/', (source, flags) => {
  expect(problemsOf({ source, flags })).not.toEqual([])
})
