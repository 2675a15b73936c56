import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { closedAfterAll } from '../server/testing/closed-after-each.ts'
import { describeReport } from './report.ts'
import { startForeignService, TOKEN } from './testing/foreign-service.ts'
import { runProbeAgainst } from './testing/run-probe-against.ts'

// The only control characters of our own.
vi.stubEnv('NO_COLOR', '1')
const service = await closedAfterAll(startForeignService())

const stamp = fc.oneof(
  fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
  fc.constantFrom('0001-01-01T00:00:00Z', '2026-11-21', 1_790_000_000, null),
)
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.constantFrom(`\u001b[31m${TOKEN}`, '+27821230001', '\u202e', '\ud800'),
)
const attempt = fc.record({ at: stamp, status: anything, error: anything }, { requiredKeys: [] })
const item = fc.record(
  {
    id: anything,
    event: fc.constantFrom('call_termination', 'missed_call_saver', 'x', null),
    callback_url: anything,
    attempts: fc.oneof(fc.array(attempt, { maxLength: 5 }), anything),
    failed_at: stamp,
    request_json: anything,
    entity: anything,
    entity_context_name: anything,
    blocked_phone_number_list: fc.array(anything, { maxLength: 3 }),
  },
  { requiredKeys: [] },
)
const rows = fc.array(fc.oneof(item, anything), { maxLength: 5 })
const page = fc.record(
  { count: fc.oneof(fc.nat(), anything), next: anything, previous: anything, results: rows },
  { requiredKeys: ['results'] },
)
const body = fc.oneof(rows, page, anything).map(value => JSON.stringify(value))
const answers = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 201, 204, 301, 400, 403, 404, 418, 500),
  body: fc.oneof({ weight: 5, arbitrary: body }, fc.string(), fc.constant('<html>')),
  location: fc.constantFrom('', '/x', 'javascript:alert(1)', `http://x/${TOKEN}`),
  cut: fc.boolean(),
})

const USUAL = { status: 200, body: '[]', location: '', cut: false }

test('whatever a service answers, the probe prints a readable report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 6 }), async given => {
      let next = 0
      service.except(({ headers }, response) => {
        if (headers.authorization !== `Token ${TOKEN}`) return false
        const { status, body, location, cut } = given[next++ % given.length] ?? USUAL
        if (location !== '') response.setHeader('location', location)
        if (cut) response.setHeader('content-length', Buffer.byteLength(body) + 5)
        response.writeHead(status, { 'content-type': 'application/json' })
        if (cut) response.write(body, () => response.destroy())
        else response.end(body)
        return true
      })
      const report = await runProbeAgainst(service.url)
      const printed = describeReport(report) + JSON.stringify(report, null, 1)
      expect(service.requests.every(({ method }) => method === 'GET')).toBe(true)
      expect(printed).not.toContain(TOKEN)
      expect(printed).not.toMatch(/27821230001|[\u202e\ud800]/)
      expect(printed).not.toMatch(/[^\P{Cc}\n]/u)
    }),
    { numRuns: 40 },
  )
}, 120_000)
