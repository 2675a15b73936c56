import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerError } from '../../http/answer-error.ts'
import { CSP_REPORTS_PATH, cspReportRoutes, REPORTS_A_MINUTE } from './csp-report-routes.ts'

const TOKEN = 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6a1b2'

let app: FastifyInstance
let url: string
let counted: number
const lines: string[] = []

beforeEach(async () => {
  lines.length = 0
  counted = 0
  app = fastify({
    logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
    // Lets a test act as several clients.
    trustProxy: true,
  })
  app.setErrorHandler(answerError)
  await app.register(cspReportRoutes, { countViolation: () => void counted++ })
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}${CSP_REPORTS_PATH}`
  lines.length = 0
})
afterEach(() => app.close())

const report = (fields: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': `https://redial.example.com/blocklist?number=27825550147&token=${TOKEN}`,
    referrer: 'https://redial.example.com/27825550147',
    'violated-directive': "script-src 'self'",
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    'blocked-uri': `https://user:pass@evil.example:8443/27825550147/x.js?stolen=${TOKEN}`,
    'script-sample': TOKEN,
    'line-number': 7,
    ...fields,
  },
})

function post(body: unknown, type = 'application/csp-report', client = '192.0.2.1') {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': client },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const logged = () => lines.map(line => JSON.parse(line)).filter(({ level }) => level >= 40)

describe("a browser's report, without a session,", () => {
  test('is logged as one line with directive, blocked origin and page, and counted', async () => {
    const response = await post(report())
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(logged()).toEqual([
      expect.objectContaining({
        level: 40,
        directive: 'script-src-elem',
        blocked: 'https://evil.example:8443',
        document: '/blocklist',
      }),
    ])
    expect(counted).toBe(1)
  })

  test('leaves no token, number, query or foreign path in the log', async () => {
    await post(report())
    await post(report({ 'document-uri': `https://redial.example.com/${TOKEN}` }))
    await post(report({ 'blocked-uri': 'https://27825550147.evil.example/' }))
    await post(report({ 'blocked-uri': `data:text/html,${TOKEN}`, 'effective-directive': TOKEN }))
    expect(logged()).toHaveLength(4)
    for (const secret of [TOKEN, '27825550147', 'user:pass', 'x.js', 'stolen', '?']) {
      expect(lines.join()).not.toContain(secret)
    }
  })

  test.each([
    [{ 'blocked-uri': 'inline' }, 'inline'],
    [{ 'blocked-uri': '' }, 'unknown'],
    [{ 'blocked-uri': 'chrome-extension://abc/x.js' }, 'chrome-extension:'],
    [{ 'blocked-uri': 'https://аcme.example/\n{"level":60}' }, 'https://xn--cme-5cd.example'],
    [{ 'blocked-uri': `https://${'a'.repeat(2_000)}.example/` }, `https://${'a'.repeat(92)}`],
  ])('is logged with what was blocked: %o', async (fields, blocked) => {
    await post(report(fields))
    expect(logged()).toEqual([expect.objectContaining({ blocked })])
  })

  test.each(['{}', '[]', '[null]', '"text"', '{"csp-report":null}'])(
    'is answered but not logged if it is invalid: %s',
    async body => {
      expect((await post(body)).status).toBe(204)
      expect(logged()).toEqual([])
      expect(counted).toBe(0)
    },
  )
})

describe('anything that is posted here', () => {
  test('is read up to 4 KiB', async () => {
    const fill = (length: number) => report({ 'script-sample': 'x'.repeat(length) })
    const rest = 4_096 - JSON.stringify(fill(0)).length
    expect((await post(fill(rest))).status).toBe(204)
    expect((await post(fill(rest + 1))).status).toBe(413)
    expect(logged()).toHaveLength(1)
  })

  test('is refused by its announced length before it arrives', async () => {
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST ${CSP_REPORTS_PATH} HTTP/1.1\r\nHost: redial.example\r\nConnection: close\r\nContent-Type: application/csp-report\r\nContent-Length: 64000000\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /)
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data'])(
    'is refused with the type %s',
    async type => expect((await post(report(), type)).status).toBe(415),
  )

  test('is refused if it is not JSON', async () => {
    expect((await post('{')).status).toBe(400)
    expect((await post('{"__proto__":{"x":1}}')).status).toBe(400)
  })

  test('is limited per client, so that one client does not use up the limit of the others', async () => {
    for (let sent = 0; sent < REPORTS_A_MINUTE.inTotal; sent++) {
      const { status } = await post(report())
      expect(status).toBe(sent < REPORTS_A_MINUTE.ofOneClient ? 204 : 429)
    }
    expect((await post(report(), undefined, '192.0.2.2')).status).toBe(204)
    expect(logged()).toHaveLength(REPORTS_A_MINUTE.ofOneClient + 1)
  })

  test('is limited in total, however many addresses it comes from', async () => {
    for (let sent = 0; sent < REPORTS_A_MINUTE.inTotal; sent++) {
      expect((await post(report(), undefined, `192.0.2.${sent}`)).status).toBe(204)
    }
    const response = await post(report(), undefined, '192.0.2.250')
    expect([response.status, await response.json()]).toEqual([
      429,
      { detail: 'Too many reports in a minute. Further ones are not needed.' },
    ])
    expect(logged()).toHaveLength(REPORTS_A_MINUTE.inTotal)
  })
})
