import fc from 'fast-check'
import type { Api, Operation, Parameter } from './api-operations.ts'
import {
  HOSTILE_JSON,
  HOSTILE_TEXTS,
  type KnownValues,
  valid,
  withHostilePart,
} from './json-values.ts'

/** A request as it is sent, except for the headers that frame its body. */
export type FuzzedRequest = {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: Buffer | null
  framing: 'length' | 'chunked' | 'both' | 'wrong'
}

/** Headers that authorise a request: of an API token, of a session, of the telephone switch. */
export type Credentials = { forPaths: RegExp; headers: [name: string, value: string][] }[]

const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'],
  ...['LOCK', 'SOURCE', 'CONNECT', 'PRI', 'get', 'FOO', 'G\u0000T'],
]

const CONTENT_TYPES = [
  ...['', 'application/JSON', 'application/json;', 'application/json; charset=utf-16'],
  ...['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['application/json, text/plain', 'application/vnd.api+json', 'a'.repeat(2_000), '/', '\u00ff'],
]

/** All of them must be ignored, refused or answered; none may break anything. */
const HEADERS: [string, string][] = [
  ['accept', 'text/html'],
  ['accept', 'application/json;q=0'],
  ['accept', `${'a/b,'.repeat(1_000)}*/*`],
  ['accept-encoding', 'br;q=1, *;q=0'],
  ['authorization', ''],
  ['authorization', 'Token'],
  ['authorization', 'Token a b'],
  ['authorization', `Token ${'\u00e9'.repeat(40)}`],
  ['authorization', `Token ${'a'.repeat(8_000)}`],
  ['authorization', 'Basic Og=='],
  ['connection', 'upgrade'],
  ['connection', 'close, authorization, host'],
  ['content-encoding', 'gzip'],
  ['cookie', 'redial_session=;;;='],
  ['cookie', `redial_session=${'A'.repeat(4_000)};${'B'.repeat(32)}`],
  ['cookie', '__proto__=1; constructor=2'],
  ['expect', '100-continue'],
  ['expect', '200-ok'],
  ['forwarded', 'for=unknown;host="\u0000"'],
  ['host', 'rebound.example'],
  ['host', ''],
  ['if-modified-since', 'Sat, 99 Xyz 99999 99:99:99 GMT'],
  ['if-none-match', '*'],
  ['origin', 'null'],
  ['range', 'bytes=-1,0-0,5-1'],
  ['referer', '\u00ff\u00fe'],
  ['te', 'trailers, deflate;q=0.5'],
  ['upgrade', 'websocket'],
  ['x-forwarded-for', `${'1.2.3.4,'.repeat(500)}unknown`],
  ['x-forwarded-host', 'evil.example/?'],
  ['x-forwarded-proto', 'javascript'],
  ['x-http-method-override', 'DELETE'],
  ['x-long', 'x'.repeat(9_000)],
  ['__proto__', 'x'],
]

const PATH_CHANGES: ((path: string) => string)[] = [
  path => path.replace(/\/$/, ''),
  path => `${path}/`,
  path => path.replaceAll('/', '//'),
  path => `/..;${path}`,
  path => `${path}../../`,
  path => `${path}%2e%2e%2f`,
  path => `${path}%00`,
  path => `${path}%ff%fe`,
  path => `${path}%zz`,
  path => path.replaceAll('/', '\\'),
  path => path.toUpperCase(),
  path => `http://evil.example${path}`,
  path => `//evil.example${path}`,
  path => `${path}${'a/'.repeat(3_000)}`,
  path => `${path}\u00e9\u00ff`,
  path => `${path};jsessionid=1`,
  path => `${path}#fragment`,
  () => '*',
  () => '',
]

const sometimes = <Value>(rare: fc.Arbitrary<Value>, usual: fc.Arbitrary<Value>, one: number) =>
  fc.oneof({ arbitrary: rare, weight: 1 }, { arbitrary: usual, weight: one - 1 })

/** Requests for the operations of an interface: valid, nearly valid, and hostile ones. */
export function fuzzedRequest(
  api: Api,
  { known, credentials }: { known: KnownValues; credentials: Credentials },
): fc.Arbitrary<FuzzedRequest> {
  const anyText = fc.oneof(
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
  const textOf = ({ schema, name }: Parameter) =>
    sometimes(anyText, valid(schema, { ...api, known }, name).map(plainText), 4)

  const targetOf = ({ path, parameters }: Operation): fc.Arbitrary<string> => {
    const inPath = parameters.filter(parameter => parameter.in === 'path')
    const inQuery = parameters.filter(parameter => parameter.in === 'query')
    const filled = fc
      .tuple(...inPath.map(textOf))
      .map(values =>
        inPath.reduce(
          (filling, { name }, at) => filling.replace(`{${name}}`, () => encoded(values[at] ?? '')),
          path,
        ),
      )
    const changed = sometimes(
      fc.tuple(filled, fc.constantFrom(...PATH_CHANGES)).map(([text, change]) => change(text)),
      filled,
      10,
    )
    const pairs = fc
      .subarray(inQuery)
      .chain(chosen =>
        fc
          .tuple(...chosen.map(textOf))
          .map(values => chosen.map(({ name }, at) => `${name}=${encoded(values[at] ?? '')}`)),
      )
    const odd = fc.constantFrom('page=1&page=2', 'page[]=1', '%', '&&==', 'a=%ff', '__proto__[a]=1')
    const query = fc
      .tuple(
        pairs,
        sometimes(
          odd.map((one): string[] => [one]),
          fc.constant<string[]>([]),
          6,
        ),
      )
      .map(([some, more]) => [...some, ...more].join('&'))
    return fc.tuple(changed, query).map(([text, of]) => (of === '' ? text : `${text}?${of}`))
  }

  const bodyOf = ({ body }: Operation): fc.Arbitrary<Buffer | null> => {
    const json = body === null ? fc.jsonValue({ maxDepth: 2 }) : valid(body, { ...api, known })
    const text = json.map(value => JSON.stringify(value) ?? '')
    const changed = fc
      .tuple(
        json,
        fc.constantFrom(...HOSTILE_JSON, ...HOSTILE_TEXTS.map(one => JSON.stringify(one))),
        fc.nat(40),
      )
      .map(([value, part, at]) => withHostilePart(value, part, at))
    const bytes = fc.oneof(
      { arbitrary: text.map(one => Buffer.from(one)), weight: 5 },
      { arbitrary: changed.map(one => Buffer.from(one)), weight: 5 },
      { arbitrary: text.map(one => Buffer.from(one.slice(0, -1))), weight: 1 },
      { arbitrary: text.map(one => Buffer.from(`\ufeff${one}`)), weight: 1 },
      { arbitrary: text.map(one => Buffer.from(one, 'utf16le')), weight: 1 },
      { arbitrary: fc.uint8Array({ maxLength: 60 }).map(one => Buffer.from(one)), weight: 1 },
    )
    return body === null
      ? sometimes<Buffer | null>(bytes, fc.constant(null), 8)
      : sometimes<Buffer | null>(fc.constant(null), bytes, 15)
  }

  const callers = [...credentials.map(({ headers }) => headers), []]
  const callersOf = ({ path }: Operation) =>
    credentials.filter(({ forPaths }) => forPaths.test(path)).map(({ headers }) => headers)

  return fc.constantFrom(...api.operations).chain(operation =>
    fc
      .record({
        method: sometimes(fc.constantFrom(...METHODS), fc.constant(operation.method), 8),
        target: targetOf(operation),
        caller: sometimes(
          fc.constantFrom(...callers),
          fc.constantFrom(...callersOf(operation)),
          10,
        ),
        type: sometimes(fc.constantFrom(...CONTENT_TYPES), fc.constant('application/json'), 10),
        odd: sometimes(
          fc.array(fc.constantFrom(...HEADERS), { minLength: 1, maxLength: 4 }),
          fc.constant<[string, string][]>([]),
          4,
        ),
        body: bodyOf(operation),
        framing: fc.oneof(
          { arbitrary: fc.constant('length' as const), weight: 12 },
          { arbitrary: fc.constant('chunked' as const), weight: 4 },
          { arbitrary: fc.constantFrom('both' as const, 'wrong' as const), weight: 1 },
        ),
      })
      .map(({ caller, type, odd, body, ...rest }) => ({
        ...rest,
        body,
        headers: [
          ...caller.filter(([name]) => !odd.some(([other]) => other === name)),
          ...(body === null ? [] : [['content-type', type] satisfies [string, string]]),
          ...odd,
        ],
      })),
  )
}

function plainText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Lone surrogates have no encoding. They are sent unchanged, which is not a valid URL either. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}
