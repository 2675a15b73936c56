import { expect, test } from 'vitest'
import { readEvent } from './read-event.ts'
import { recognizeFields } from './recognize-fields.ts'

const UNKNOWN = { zone: 'UTC', range: null }

type Item = Record<string, unknown>

/** Failed calls of a service with names of its own; `fields` of each are added or replace the usual ones. */
function items(count: number, fields: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    pk: 9_000 + index,
    webhook_url: 'https://hooks.example/calls',
    http_code: null,
    error_message: 'Connection refused',
    created: new Date(Date.UTC(2026, 10, 22, 12, index)).toISOString(),
    retries: 3,
    request_json: { call_id: index, company: { name: 'Acme', reference: 'acme' } },
    ...fields(index),
  }))
}

const mapOf = (listed: Item[]) => recognizeFields(listed, UNKNOWN)

const readAll = (listed: Item[]) => {
  const map = mapOf(listed)
  return listed.map(item => readEvent(item, { map, zone: 'UTC' }))
}

const PYTHON = [
  '[SSL: CERTIFICATE_VERIFY_FAILED] certificate has expired',
  'Read timed out. (read timeout=10)',
  '[Errno 111] Connection refused',
  '[Errno -2] Name or service not known',
  '[WinError 10061] No connection could be made because the target machine actively refused it',
  '{not JSON} connection reset',
  '<Response [503]> from the receiver',
  '<urlopen error [Errno 111] Connection refused>',
  '[Errno 32] Broken pipe',
  '[502] Bad Gateway',
]

test('every error text of Python is kept as it is', () => {
  const events = readAll(items(21, index => ({ error_message: PYTHON[index % PYTHON.length] })))
  expect(events.map(({ outcome }) => outcome?.error)).toEqual(
    Array.from({ length: 21 }, (_, index) => PYTHON[index % PYTHON.length]),
  )
})

test.each<[string, unknown]>([
  ['a page in HTML', '<html><body>502 Bad Gateway</body></html>'],
  ['JSON', '{"detail":"No"}'],
  ['a URL', 'https://hooks.example/error'],
  ['a number', 504],
  ['an object', { code: 'E1', message: 'Connection refused' }],
])('a few errors that are %s leave the field its meaning', (_what, error) => {
  const listed = items(20, index => (index % 7 === 0 ? { error_message: error } : {}))
  expect(mapOf(listed).item.error).toBe('error_message')
})

// The service says why, whatever share of its errors looks like something else.
test.each<[string, unknown[]]>([
  ['JSON', ['{"detail":"No"}', '["timeout"]', '{"code":5}']],
  ['pages in HTML', ['<html><body>502 Bad Gateway</body></html>', '<!DOCTYPE html><h1>No</h1>']],
  ['pages in HTML for every second event', ['<html>No</html>', 'Connection refused']],
  ['codes', ['E1', 'E2', '!!']],
  ['statuses in brackets', ['[500]', '(503)', '[ 404 ]']],
  ['words of another script', ['连接被拒绝', '[错误] 超时']],
  ['numbers, with a few texts', [104, 110, 111, 'Connection refused']],
  ['objects, with a few texts', [{ code: 5, message: 'No' }, { message: 'E1' }, 'No answer']],
  ['lists', [['Connection refused'], ['[Errno 104] reset', 'No answer']]],
])('errors that are %s are never denied', (_what, errors) => {
  for (const name of ['error_message', 'error', 'last_error', 'failure_reason']) {
    const events = readAll(
      items(12, index => ({ error_message: undefined, [name]: errors[index % errors.length] })),
    )
    expect([name, events.filter(({ outcome }) => outcome === null)]).toEqual([name, []])
  }
})

test.each([
  ['a number of failures', { errors: 2, failed: '3' }],
  ['a time', { last_error: '2026-11-22T12:00:00Z' }],
  ['a link', { error: 'https://errors.example/7' }],
])('%s is no error text', (_what, fields) => {
  expect(mapOf(items(12, () => ({ error_message: undefined, ...fields }))).item.error).toBeNull()
})

test.each<[unknown, string | null]>([
  [504, '504'],
  [{ code: 'E1', message: 'Connection refused' }, 'Connection refused'],
  [{ errors: [1] }, '{"errors":[1]}'],
  [['Connection refused', 'twice'], 'Connection refused; twice'],
  ['{"detail":"No"}', '{"detail":"No"}'],
  ['None', null],
  ['-', null],
  ['[]', null],
  ['', null],
  [0, null],
  [{}, null],
])('the error %j is read as %j', (error, text) => {
  const [event] = readAll(items(20, index => (index === 0 ? { error_message: error } : {})))
  expect(event?.outcome?.error ?? null).toBe(text)
})

test('a few odd times leave the field its meaning', () => {
  const listed = items(20, index => (index % 7 === 0 ? { created: 'soon' } : {}))
  expect(mapOf(listed).item.failed_at).toBe('created')
})

test('a field with an odd id is not the id', () => {
  expect(mapOf(items(20, index => (index === 3 ? { pk: null } : {}))).item.id).toBeNull()
})

// A URL may end in anything that its operator likes, such as the reference of the customer.
test.each<[string, string, Item]>([
  ['the kind of event', 'call_termination', { event: 'call_termination' }],
  ['the company', 'acme', { company: 'acme' }],
  ['the partner', 'P-1', { partner: 'P-1' }],
  ['the tracking number', '27105550101', { tracking_number: '27105550101' }],
  ['the state', 'failed', { state: 'failed' }],
  ['the number of attempts', '3', { retries: 3 }],
  ['the status', '503', { http_code: 503 }],
])('a receiver whose URL ends in %s is a receiver', (_what, end, fields) => {
  const url = `https://crm.example/hooks/${end}`
  for (const name of ['callback_url', 'webhook_url', 'target_url', 'url']) {
    for (const count of [1, 2, 20]) {
      const listed = items(count, () => ({ webhook_url: undefined, ...fields, [name]: url }))
      expect([name, count, mapOf(listed).item.receiver]).toEqual([name, count, name])
    }
  }
})

// Of the interface itself: call_term_callbacks.
test.each([
  'call_term_callbacks',
  'mcs_call_term_callback_url',
  'company_callback_url',
  'web_hook_uri',
  'postback',
])('the receiver in %s is recognised', name => {
  for (const count of [1, 2, 20]) {
    const listed = items(count, () => ({
      webhook_url: undefined,
      [name]: 'https://crm.example/hooks',
    }))
    expect(mapOf(listed).item.receiver).toBe(name)
  }
})

test.each(['callback_url', 'webhook_url', 'target', 'notify_url', 'request_url', 'sent_to'])(
  'a receiver in %s whose URL ends in the id of the event is a receiver',
  name => {
    const listed = items(20, index => ({
      webhook_url: undefined,
      [name]: `https://crm.example/hooks/${9_000 + index}`,
    }))
    expect(mapOf(listed).item.receiver).toBe(name)
  },
)

test('a link of the service to the event itself is no receiver', () => {
  const listed = items(20, index => ({
    webhook_url: undefined,
    url: `https://api.example/v1/deliveries/${9_000 + index}`,
  }))
  expect(mapOf(listed).item.receiver).toBeNull()
})

test.each(['id', 'reference', 'qxkz'])(
  'a link to the event itself is no receiver if its end is in the field %s',
  name => {
    const listed = items(20, index => ({
      pk: undefined,
      webhook_url: undefined,
      [name]: `e${index}`,
      url: `https://api.example/v1/deliveries/e${index}`,
    }))
    expect(mapOf(listed).item.receiver).toBeNull()
  },
)

test.each(['url', 'delivery_url', 'post_url'])(
  'a URL in %s that ends in the id of the event is a receiver unless it is at the service itself',
  name => {
    const receiverAt = (host: string, service: string) => {
      const listed = items(20, index => ({
        webhook_url: undefined,
        [name]: `https://${host}/v1/deliveries/${9_000 + index}`,
      }))
      return recognizeFields(listed, { ...UNKNOWN, service }).item.receiver
    }
    expect(receiverAt('crm.example', 'https://api.calls.example/base')).toBe(name)
    expect(receiverAt('api.calls.example:8443', 'https://api.calls.example')).toBeNull()
    expect(receiverAt('app.calls.example', 'https://api.calls.example')).toBeNull()
    expect(receiverAt('app.calls.example', 'https://calls.example')).toBeNull()
    expect(receiverAt('app.calls.co.za', 'https://api.calls.co.za')).toBeNull()
    expect(receiverAt('crm.co.za', 'https://calls.co.za')).toBe(name)
    // Its links may have a public name.
    expect(receiverAt('api.calls.example', 'http://10.0.0.7:8000')).toBeNull()
    expect(receiverAt('api.calls.example', 'http://calls:8000')).toBeNull()
  },
)

test.each<[string, (index: number) => [end: unknown, fields: Item]]>([
  ['company', index => [`P-${index}`, { company: `P-${index}` }]],
  ['partner', index => [`p${index}`, { partner_id: `p${index}` }]],
  ['tracking number', index => [`2721555010${index}`, { tracking_number: `2721555010${index}` }]],
  ['state', index => [`failed-${index}`, { state: `failed-${index}` }]],
  ['number of attempts', index => [index + 2, { retries: index + 2 }]],
])('a URL that ends in the %s of each event is a receiver', (_what, endOf) => {
  for (const name of ['url', 'delivery_url', 'post_url']) {
    const listed = items(3, index => {
      const [end, fields] = endOf(index)
      return { webhook_url: undefined, ...fields, [name]: `https://crm.example/hooks/${end}` }
    })
    expect([name, mapOf(listed).item.receiver]).toEqual([name, name])
  }
})

test('an event without a payload of its own names its receiver by the standard name, too', () => {
  const callback_url = 'https://crm.example/hooks/call_termination'
  const listed = items(3, index => ({
    request_json: undefined,
    webhook_url: undefined,
    call_id: index,
    callback_url,
  }))
  expect(readAll(listed).map(event => event.callback_url)).toEqual(Array(3).fill(callback_url))
})

test('an event names its receiver by the standard name, also if no field was chosen', () => {
  const callback_url = 'https://crm.example/hooks/call_termination'
  const [item = {}] = items(1, () => ({ webhook_url: undefined, callback_url }))
  const map = mapOf([item])
  const withoutReceiver = { ...map, item: { ...map.item, receiver: null } }
  expect(readEvent(item, { map: withoutReceiver, zone: 'UTC' }).callback_url).toBe(callback_url)
})

test.each(['deliver ', 'message ', 'webhook'])(
  'long texts that repeat %j are recognised in linear time',
  piece => {
    const text = piece.repeat(100_000 / piece.length)
    const listed = items(20, index => ({ event_type: `${text}${index}` }))
    expect(mapOf(listed).item.event).toBeNull()
  },
  // Takes milliseconds, and from 9 seconds on if the time is quadratic.
  5_000,
)
