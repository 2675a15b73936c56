import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FieldPath, formatPath, parsePath, valueAt } from './field-path.ts'

test('leads to a value inside objects and lists', () => {
  const item = { last: { status: 503 }, tries: [{ e: 'first' }, { e: 'last' }], 'a.b': { c: 1 } }
  const at = (path: string) => valueAt(item, parsePath(path) ?? [])
  expect(at('last.status')).toBe(503)
  expect(at('tries[-1].e')).toBe('last')
  expect(at('tries[0].e')).toBe('first')
  expect(at('["a.b"].c')).toBe(1)
  expect(at('last.status.more')).toBeUndefined()
  expect(at('constructor')).toBeUndefined()
  expect(at('tries.length')).toBeUndefined()
})

test('is parsed as it was formatted, with any names', () => {
  const step = fc.oneof(fc.string(), fc.integer({ min: -9_999, max: 9_999 }))
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), steps => {
      expect(parsePath(formatPath(steps))).toEqual(steps)
    }),
  )
})

test.each(['', '.', 'a[', 'a["b', 'a[x]', 'x'.repeat(301)])('refuses %j', path => {
  expect(FieldPath.safeParse(path).success).toBe(false)
})
