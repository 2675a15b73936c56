import { expect, test } from 'vitest'
import { millisecondsWords, possessive, triesWords } from './tries-words.ts'

const attempt = (at: string, status: number | null) => ({
  at,
  status,
  error: status === null ? 'refused the connection' : null,
  duration_ms: 412,
})

test('tells how often and how long it was tried', () => {
  const same = [
    attempt('2026-11-21T09:00:00Z', 500),
    attempt('2026-11-21T09:01:00Z', 500),
    attempt('2026-11-21T09:06:00Z', 500),
    attempt('2026-11-21T09:36:02Z', 500),
  ]
  expect(triesWords(same)).toBe(
    'It was tried four times over 36 min 02 s, each time with the same outcome.',
  )
})

test('says so when the outcomes differ', () => {
  const mixed = [attempt('2026-11-21T09:00:00Z', null), attempt('2026-11-21T09:01:00Z', 500)]
  expect(triesWords(mixed)).toContain('not always with the same outcome')
})

test('has a word for one attempt and none for no attempt', () => {
  expect(triesWords([attempt('2026-11-21T09:00:00Z', 500)])).toBe('It was tried once, for 0.4 s.')
  expect(triesWords([])).toBe('')
})

test.each([
  [3, '0.1 s'],
  [412, '0.4 s'],
  [10_003, '10 s'],
])('%i ms are %s', (milliseconds, words) => {
  expect(millisecondsWords(milliseconds)).toBe(words)
})

test.each([
  ['Acme Cars', 'Acme Cars’'],
  ['Bela', 'Bela’s'],
])('the possessive of %s', (name, words) => {
  expect(possessive(name)).toBe(words)
})
