import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRecord, jsonInside } from '../text/json-inside.ts'
import { formatPath, parsePath } from './field-path.ts'
import { isKnownName, nameWords } from './name-words.ts'
import { mergeFields, recognizeFields } from './recognize-fields.ts'
import { ALL_SHAPES } from './testing/all-shapes.ts'
import { scoreShape } from './testing/score-shape.ts'
import type { Shape } from './testing/shape.ts'

const UNKNOWN = { zone: 'UTC', range: null }

test.each(ALL_SHAPES)('no meaning is wrong in items of $name', shape => {
  expect(scoreShape(shape).wrong).toEqual([])
})

test('names without anything between their words are recognised', () => {
  const items = [1, 2, 3].map(id => ({
    id,
    failedat: '2026-11-22T12:00:00Z',
    webhookurl: `https://${id}.example/hook`,
    statuscode: 503,
    errormessage: 'Service Unavailable',
    request_json: {},
  }))
  expect(recognizeFields(items, UNKNOWN).item).toMatchObject({
    failed_at: 'failedat',
    receiver: 'webhookurl',
    status: 'statuscode',
    error: 'errormessage',
  })
})

test.each(['attempts', 'attempt', 'last_attempt'])(
  'the answer in an object that is called %s is that of the event',
  name => {
    const answer = { status_code: 503, error_message: 'Service Unavailable' }
    const items = [1, 2, 3].map(id => ({ id, [name]: answer, request_json: {} }))
    expect(recognizeFields(items, UNKNOWN).item).toMatchObject({
      status: `${name}.status_code`,
      error: `${name}.error_message`,
    })
  },
)

test.each(['reason', 'failure_reason'])(
  'a text in an object that is called %s is the error',
  name => {
    const items = [1, 2, 3].map(id => ({
      id,
      [name]: { message: 'connection refused', code: 'ECONNREFUSED' },
      request_json: {},
    }))
    expect(recognizeFields(items, UNKNOWN).item.error).toBe(`${name}.message`)
  },
)

test.each(['company_reference', 'client.reference', 'account.ref'])(
  'a company of which the service only gives %s is recognised',
  path => {
    const [object = '', member] = path.split('.')
    const items = [1, 2, 3].map(call_id => {
      const reference = `acme-${call_id}`
      const company = member === undefined ? reference : { [member]: reference }
      return { request_json: { call_id, tracking_number: '27105550142', [object]: company } }
    })
    const expected = path === 'client.reference' ? 'client' : path
    expect(recognizeFields(items, UNKNOWN).payload.company).toBe(expected)
  },
)

test('the name of a company is preferred to a short name or an id', () => {
  const items = [1, 2, 3].map(call_id => ({
    request_json: { call_id, client: `client_${call_id}`, client_name: `Acme ${call_id}` },
  }))
  expect(recognizeFields(items, UNKNOWN).payload.company).toBe('client_name')
})

test('recognizes 95 % of all meanings', () => {
  const scores = ALL_SHAPES.map(shape => scoreShape(shape))
  const matches = scores.flatMap(score => score.found).length
  const missed = scores.flatMap(score => score.missed)
  expect(matches / (matches + missed.length), missed.join('\n')).toBeGreaterThanOrEqual(0.95)
})

test('fields that are renamed at random may lose their meaning, but none gets a wrong one', () => {
  const gibberish = fc
    .stringMatching(/^[bcdfghjklmnpqrvwxz]{5,9}$/)
    .filter(name => !isKnownName(nameWords(name)))
  fc.assert(
    fc.property(
      fc.nat({ max: ALL_SHAPES.length - 1 }),
      fc.uniqueArray(gibberish, { minLength: 40, maxLength: 40 }),
      fc.infiniteStream(fc.boolean()),
      (index, names, isRenamed) => {
        const shape = ALL_SHAPES[index]
        if (shape === undefined) throw new Error(`There is no shape ${index}.`)
        const renames = new Map<string, string>()
        for (const key of keysOf(shape.items)) {
          const name = names[renames.size]
          // By these names Redial knows what was sent, and what is about the webhook.
          if (/^request_json$|webhook/.test(key)) continue
          if (name && isRenamed.next().value) renames.set(key, name)
        }
        const items = shape.items.map(item => renamed(item, renames))
        const wrong = scoreShape({ ...shape, items, ...renamedAnswers(shape, renames) }).wrong
        expect(wrong, shape.name).toEqual([])
      },
    ),
    // The same names each time. 8,000 runs with other names found none that was wrong.
    { numRuns: 300, seed: 20_261_124 },
  )
})

test('of an item without request_json, only the time of failure belongs to the delivery', () => {
  const items = Array.from({ length: 12 }, (_, index) => ({
    id: index,
    callback_url: 'https://hooks.example/calls',
    http_status: 503,
    failed_at: new Date(Date.UTC(2026, 10, 22, 12, index)).toISOString(),
    body: { callId: index },
  }))
  const { item } = recognizeFields(items, UNKNOWN)
  expect(Object.entries(item).filter(([, path]) => path !== null)).toEqual([
    ['failed_at', 'failed_at'],
  ])
})

test('the URL of the attempts is that of the receiver, unless an item was sent to several', () => {
  const urls = (hosts: string[]) =>
    hosts.map(host => ({ url: `https://${host}/calls`, status: 503 }))
  const receiverOf = (...hosts: string[][]) => {
    const items = hosts.map((of, id) => ({ id, attempts: urls(of), request_json: {} }))
    return recognizeFields(items, UNKNOWN).item.receiver
  }
  expect(receiverOf(['a.example', 'a.example'], ['b.example'])).toBe('attempts[-1].url')
  expect(receiverOf(['a.example', 'failover.example'], ['a.example'])).toBeNull()
})

describe('dates that begin with the day or the month', () => {
  const item = (date: string) => ({ id: date, failed_on: date, request_json: {} })

  test('are distinguished by a part above 12', () => {
    expect(recognizeFields([item('22/11/2026 12:00')], UNKNOWN).day_first).toBe(true)
    expect(recognizeFields([item('11/22/2026 12:00')], UNKNOWN).day_first).toBe(false)
  })

  test('are distinguished by the requested days', () => {
    const range = { from_date: '2026-11-01', to_date: '2026-11-23' }
    const map = recognizeFields([item('02/11/2026 12:00')], { zone: 'UTC', range })
    expect(map.day_first).toBe(true)
    expect(map.item.failed_at).toBe('failed_on')
  })

  test('are not treated as times while their order is unknown', () => {
    const map = recognizeFields([item('02/11/2026 12:00')], UNKNOWN)
    expect(map.day_first).toBeNull()
    expect(map.item.failed_at).toBeNull()
  })
})

test('a field in an object with an unknown name counts if no unknown field could be the better one', () => {
  const item = { id: 1, outcome: { status_code: 503, error: 'refused' }, request_json: {} }
  const fields = { status: 'outcome.status_code', error: 'outcome.error' }
  expect(recognizeFields([item], UNKNOWN).item).toMatchObject(fields)
  const { status, error } = recognizeFields([{ ...item, qxkz: 404, zkxq: 'slow' }], UNKNOWN).item
  // An error is quoted, whatever it is.
  expect([status, error]).toEqual([null, fields.error])
})

test('a known field keeps its meaning as long as the items have it', () => {
  const item = { id: 1, failed_on: '2026-11-22T12:00:00Z', request_json: { from: '+27825550001' } }
  const earlier = recognizeFields([item], UNKNOWN)
  const merge = (items: unknown[]) => mergeFields(earlier, recognizeFields(items, UNKNOWN), items)
  const { failed_on, ...changed } = { ...item, last_error: 'refused', died_at: item.failed_on }
  expect(merge([{ ...changed, failed_on: null }]).item).toMatchObject({
    failed_at: 'failed_on',
    error: 'last_error',
  })
  expect(merge([changed]).item.failed_at).toBe('died_at')
})

test('does not fail for items of any shape', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), items => {
      recognizeFields(items, UNKNOWN)
    }),
  )
})

test('answers without items give no fields', () => {
  const map = recognizeFields([], UNKNOWN)
  const paths = Object.values({ ...map.item, ...map.attempt, ...map.payload })
  expect(paths.filter(path => path !== null)).toEqual([])
})

function keysOf(value: unknown, keys = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const inner of value) keysOf(inner, keys)
  if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      keys.add(key)
      keysOf(key === 'request_json' ? opened(inner) : inner, keys)
    }
  }
  return keys
}

function renamed(value: unknown, renames: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map(inner => renamed(inner, renames))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      renames.get(key) ?? key,
      renamed(key === 'request_json' ? opened(inner) : inner, renames),
    ]),
  )
}

/** A payload that is kept as text is renamed, too. */
function opened(value: unknown): unknown {
  return typeof value === 'string' ? (jsonInside(value) ?? value) : value
}

/** The right answers under the new names. */
function renamedAnswers({ expected, alsoRight }: Shape, renames: Map<string, string>) {
  const path = (old: string) =>
    formatPath(
      (parsePath(old) ?? []).map(step =>
        typeof step === 'string' ? (renames.get(step) ?? step) : step,
      ),
    )
  const all = <Paths extends Record<string, string | null>>(paths: Paths | undefined) =>
    Object.fromEntries(
      Object.entries(paths ?? {}).map(([meaning, old]) => [meaning, old && path(old)]),
    )
  return {
    expected: {
      item: all(expected.item),
      attempt: all(expected.attempt),
      payload: all(expected.payload),
    },
    alsoRight: Object.fromEntries(
      Object.entries(alsoRight ?? {}).map(([meaning, paths]) => [meaning, paths.map(path)]),
    ),
  }
}
