import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { REQUEST_ID_HEADER } from '../contract/errors.ts'
import { closedAfterAll } from './testing/closed-after-each.ts'
import { hasTool } from './testing/requirements.ts'
import { startTestApp } from './testing/start-test-app.ts'

const RULES = 'deploy/alerts/redial.rules.yaml'

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const rules = Rules.parse(parse(readFileSync(RULES, 'utf8'))).groups.flatMap(group => group.rules)

const app = await closedAfterAll(startTestApp())
const token = { authorization: `Token ${app.demoToken}` }
await fetch(`${app.url}/v2/company/`, { headers: token })
await fetch(`${app.url}/nowhere`, { method: 'PROPFIND' })
const metrics = await (await fetch(`${app.url}/metrics`)).text()

test('each alert has a section in the runbook, and each section an alert', () => {
  const sections = readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)
  expect([...sections].map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  }
})

test('alerts use metrics that a process has', () => {
  const used = new Set(
    rules.flatMap(({ expr }) => expr.match(/\b(redial|nodejs)_[a-z0-9_]+/g) ?? []),
  )
  expect(used.size).toBeGreaterThan(8)
  const known = new Set(metrics.match(/^# TYPE (\S+)/gm)?.map(line => line.slice('# TYPE '.length)))
  const missing = [...used].filter(name => !known.has(name.replace(/_(bucket|count|sum)$/, '')))
  expect(missing).toEqual([])
})

test('requests are measured by the path of their route', () => {
  const counted = (labels: string) => `redial_http_request_duration_seconds_count{${labels}}`
  expect(metrics).toContain(
    counted('server="service",method="GET",route="/v2/company/",status="200"'),
  )
  expect(metrics).toMatch(/server="gateway",method="GET",route="\/v2\/\*",status="200"/)
  expect(metrics).toMatch(/server="gateway",method="other",route="[^"]*",status="\d+"/)
  expect(metrics).toMatch(/^redial_replays_waiting 0$/m)
  for (const pool of ['requests', 'attempts', 'long_work', 'job_queue']) {
    const waits = new RegExp(`^redial_pool_wait_seconds_count\\{pool="${pool}"\\} [1-9]`, 'm')
    expect(metrics).toMatch(waits)
  }
  expect(metrics).toMatch(/^redial_claim_duration_seconds_count\{kind="delivery"\} [1-9]/m)
})

test('answers that are errors have the id of their request, and others have none', async () => {
  const wrong = { headers: { authorization: 'Token wrong', [REQUEST_ID_HEADER]: 'mine' } }
  const refused = await fetch(`${app.url}/v2/company/`, wrong)
  expect(refused.status).toBe(401)
  expect(refused.headers.get(REQUEST_ID_HEADER)).toMatch(/^[0-9a-f-]{36}$/)
  expect((await fetch(`${app.url}/healthz`)).headers.has(REQUEST_ID_HEADER)).toBe(false)
})

test.skipIf(!hasTool('promtool'))(
  'promtool accepts the rules, and finds nothing in our metrics',
  () => {
    const checked = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })
    expect([checked.status, checked.stderr]).toEqual([0, ''])
    const found = spawnSync('promtool', ['check', 'metrics'], { input: metrics, encoding: 'utf8' })
    const ours = `${found.stdout}${found.stderr}`.split('\n').filter(line => /^redial_/.test(line))
    expect(ours).toEqual([])
  },
)
