import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openRawClient } from '../http/testing/raw-client.ts'
import { startTestGateway } from '../testing/test-gateway.ts'

/** What a browser or a cache does with an answer depends on these. */
const SECURITY = [
  'cache-control',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

const GET = (target: string, headers = 'Host: localhost\r\n') =>
  `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`

const EARLY: [string, number, string][] = [
  ['a path with an incomplete escape', 404, GET('/%zz')],
  ['a path that is not UTF-8', 404, GET('/v1/%ff%fe')],
  ['an escape at the end of a file name', 404, GET('/assets/%')],
  ['a host that Redial does not know', 421, GET('/', 'Host: evil.example\r\n')],
  ['an unknown expectation', 417, GET('/', 'Host: localhost\r\nExpect: 200-ok\r\n')],
  ['text that is not HTTP', 400, 'nonsense\r\n\r\n'],
  ['headers that are too large', 431, GET('/', `Host: localhost\r\nX: ${'x'.repeat(20_000)}\r\n`)],
  [
    'two different lengths',
    400,
    GET('/', 'Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n'),
  ],
  ['an unknown method', 400, 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
]

type Headers = Record<string, string | undefined>

async function ask(url: string, request: string): Promise<{ status: number; headers: Headers }> {
  const client = await openRawClient(url)
  await client.send(request)
  const [head = ''] = (await client.everything()).split('\r\n\r\n')
  client.close()
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) }
}

const security = (headers: Headers) => SECURITY.map(name => [name, headers[name]])

test.each(['http://localhost', 'https://localhost'])(
  'answers that are made before the hooks run have the headers of all others (%s)',
  async publicUrl => {
    const lines: string[] = []
    const gateway = await startTestGateway('http://127.0.0.1:9', {
      publicUrl,
      logger: pino({ level: 'info' }, { write: line => void lines.push(line) }),
    })
    onTestFinished(() => gateway.close())
    const ordinary = await ask(gateway.url, GET('/gateway/nowhere/'))
    for (const [what, status, request] of EARLY) {
      const answer = await ask(gateway.url, request)
      expect([what, answer.status]).toEqual([what, status])
      expect([what, security(answer.headers)]).toEqual([what, security(ordinary.headers)])
      const id = answer.headers['x-request-id'] ?? 'none'
      expect(lines.filter(line => line.includes(id))).toEqual([
        expect.stringContaining(`"status":${status}`),
      ])
    }
  },
)
