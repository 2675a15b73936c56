import fc from 'fast-check'
import type { Schema } from './api-operations.ts'

/** Existing values, by the name of the field or parameter. */
export type KnownValues = Record<string, string[]>

const MAX_LEVELS = 5

/** No generated value may lead off this machine. */
const URLS = [
  'https://localhost:9/hook',
  'https://127.0.0.1:9/',
  'https://[::1]:9/',
  'http://localhost:9/',
  'https://127.1:9/',
  'https://user:pass@127.0.0.1:9/',
  'javascript:alert(1)',
  'file:///etc/passwd',
]

const DATES = ['2026-11-20', '2026-11-23', '2024-02-29', '2026-12-31', '1999-01-01']

/** Values that a schema allows. Where it says nothing, any plausible value. */
export function valid(
  schema: Schema,
  { schemas, known }: { schemas: Record<string, Schema>; known: KnownValues },
  name = '',
  level = 0,
): fc.Arbitrary<unknown> {
  const inner = (of: unknown, innerName: string) =>
    valid(isSchema(of) ? of : {}, { schemas, known }, innerName, level + 1)
  if (level > MAX_LEVELS) return fc.constant(null)
  if (typeof schema.$ref === 'string') {
    return inner(schemas[schema.$ref.split('/').at(-1) ?? ''], name)
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.enum
  if (Array.isArray(choices) && choices.length > 0) {
    const of =
      choices === schema.enum ? choices.map(fc.constant) : choices.map(one => inner(one, name))
    return fc.oneof(...of)
  }
  if ('const' in schema) return fc.constant(schema.const)
  const existing = known[name]
  const made = ofType(schema, inner)
  return existing === undefined || schema.type === 'object' || schema.type === 'array'
    ? made
    : fc.oneof(
        { arbitrary: fc.constantFrom(...existing), weight: 3 },
        { arbitrary: made, weight: 1 },
      )
}

function ofType(
  schema: Schema,
  inner: (schema: unknown, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer' || type === 'number') return numbers(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(inner(schema.items, ''), { maxLength: 3 })
  if (type === 'object') {
    const properties = isSchema(schema.properties) ? schema.properties : {}
    const required = Array.isArray(schema.required) ? schema.required.map(String) : []
    return fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, inner(property, name)]),
      ),
      { requiredKeys: required.filter(name => name in properties) },
    )
  }
  if (type === 'string') return ofString(schema)
  return fc.jsonValue({ maxDepth: 2 })
}

function numbers({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = typeof minimum === 'number' ? minimum : 0
  const max = typeof maximum === 'number' ? maximum : 1_000
  return fc.integer({ min: Math.ceil(min), max: Math.max(min, Math.min(max, 2 ** 31)) })
}

function ofString({ format, pattern }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return fc.constantFrom(...DATES)
  if (format === 'date-time') return fc.constantFrom(...DATES.map(day => `${day}T09:30:00+02:00`))
  if (format === 'uri') return fc.constantFrom(...URLS)
  if (format === 'uuid') return fc.uuid()
  if (typeof pattern === 'string') {
    try {
      return fc.stringMatching(new RegExp(pattern))
    } catch {
      // A pattern that fast-check cannot turn round.
    }
  }
  return fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.stringMatching(/^27\d{9}$/),
    fc.constantFrom(...URLS),
  )
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const LONG = 'x'.repeat(100_000)

/** Texts that have broken programs before. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e\u2066',
  '\u{1f600}'.repeat(50),
  'e\u0301'.repeat(1_000),
  '\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "'; drop table delivery; --",
  '%s%n%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nX-Injected: 1',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '99999-01-01',
  '-271821-04-20',
  '2026-11-23T25:61:61+99:99',
  '1e999',
  '-1',
  '0x10',
  '1_000',
  'NaN',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '1'.repeat(400),
  `+${'9'.repeat(15)}`,
  LONG,
  ...URLS,
]

/** JSON text of values that have broken programs before. */
export const HOSTILE_JSON = [
  'null',
  '0',
  '-0',
  'true',
  '[]',
  '{}',
  '""',
  '1e308',
  '1e999',
  '-1e-999',
  '9007199254740993',
  '9223372036854775808',
  '1'.repeat(5_000),
  '[[]]',
  '[null]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"":""}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `[${'0,'.repeat(20_000)}0]`,
  `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  JSON.stringify(LONG),
]

const MARK = 'a placeholder for a hostile value'

/**
 * JSON text with a hostile part at place `at`, counted modulo the number of places.
 */
export function withHostilePart(value: unknown, part: string, at: number): string {
  let places = 0
  JSON.stringify(value, (_key, inner: unknown) => {
    places++
    return inner
  })
  let place = 0
  const chosen = at % Math.max(1, places)
  const marked = JSON.stringify(value, (_key, inner: unknown) =>
    place++ === chosen ? MARK : inner,
  )
  return (marked ?? 'null').replace(`"${MARK}"`, () => part)
}
