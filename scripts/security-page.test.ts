import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const lines = page.split('\n')

const requirements = lines.flatMap(line => {
  const [, numbers = '', , , status = '', evidence = ''] =
    line.split('|').map(cell => cell.trim()) ?? []
  return /^\d+\.\d+\.\d+/.test(numbers) ? [{ numbers: numbers.split(', '), status, evidence }] : []
})

function pathsIn(line: string): string[] {
  return [...line.matchAll(/`([\w./-]+\.(?:ts|tsx|md))`/g)].map(([, path = '']) => path)
}

test('the evidence of the security page exists', () => {
  const named = lines.flatMap(pathsIn)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
})

test('each quote on the security page is in a file that its line names', () => {
  const quotes = lines
    .filter(line => line.startsWith('|'))
    .flatMap(line => {
      const files = pathsIn(line).map(path => readFileSync(join(root, path), 'utf8'))
      return [...line.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => ({
        quote,
        isFound: files.some(text => text.includes(quote)),
      }))
    })
  expect(quotes.length).toBeGreaterThan(30)
  expect(quotes.filter(({ isFound }) => !isFound)).toEqual([])
})

test('each requirement has one status and its evidence, and the sum above them is right', () => {
  const numbers = requirements.flatMap(requirement => requirement.numbers)
  expect(numbers.length).toBeGreaterThan(100)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(requirements.filter(({ evidence }) => evidence === '')).toEqual([])
  const count = (wanted: string) =>
    requirements
      .filter(({ status }) => status === wanted)
      .reduce((sum, requirement) => sum + requirement.numbers.length, 0)
  const [met, partly, notMet] = [count('met'), count('partly'), count('not met')]
  expect(met + partly + notMet).toBe(numbers.length)
  expect(page).toContain(`${met} met, ${partly} partly, ${notMet} not met of the requirements`)
})
