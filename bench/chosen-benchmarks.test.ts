import { expect, test } from 'vitest'
import { chosenBenchmarks } from './chosen-benchmarks.ts'

const KNOWN = ['first-page', 'next-page', 'grouping']

test('all benchmarks run if none is named', () => {
  expect(chosenBenchmarks([], KNOWN)).toEqual({ names: KNOWN, problem: null })
})

test('several benchmarks run in the order in which they are named, each once', () => {
  const { names } = chosenBenchmarks(['grouping', 'first-page', 'grouping'], KNOWN)
  expect(names).toEqual(['grouping', 'first-page'])
})

test('an unknown name is reported, and no benchmark runs', () => {
  expect(chosenBenchmarks(['grouping', 'next-pag'], KNOWN)).toEqual({
    names: null,
    problem:
      'There is no benchmark named "next-pag". Name one or more of first-page, next-page, grouping, or none to run all.',
  })
})

test('all unknown names are reported together', () => {
  const { problem } = chosenBenchmarks(['a', 'grouping', 'toString'], KNOWN)
  expect(problem).toContain('There are no benchmarks named "a", "toString".')
})
