import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findChromium } from '../scripts/find-chromium.ts'
import { FILLED_DAYS, startFilledDashboard } from './dashboard/filled-dashboard.ts'
import { startFloor } from './first-row/start-floor.ts'
import { type Findings, type Measurement, median } from './measurement.ts'

/** Downloaded by npm for this benchmark, because it is larger than all other packages together. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const EVENTS = 20_000
const ROUNDS = 3
const MIN_PERFORMANCE = 95
const CHROMIUM =
  '--headless=new --no-sandbox --disable-background-networking --disable-component-update --disable-sync --no-first-run'
const MAX_REPORT_BYTES = 64 * 1024 * 1024

const Score = z.object({ score: z.number().transform(score => Math.round(100 * score)) })
const Audit = z.object({ numericValue: z.number() })
const Report = z.object({
  categories: z.object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
  }),
  audits: z.object({
    'first-contentful-paint': Audit,
    'largest-contentful-paint': Audit,
    'total-blocking-time': Audit,
    'cumulative-layout-shift': Audit,
    'network-requests': z.object({ details: z.object({ items: z.array(z.unknown()) }) }),
  }),
})
type Report = z.infer<typeof Report>

/** Runs Lighthouse, as for a phone, on three pages and on the floor of `first-row`, in turns. */
export async function lighthouse(say: (sentence: string) => void): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-lighthouse-'))
  const dashboard = await startFilledDashboard(EVENTS, say)
  const floor = await startFloor(dashboard.url, dashboard.token)
  try {
    const cookies = await dashboard.page.context().cookies()
    const headers = join(folder, 'headers.json')
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    writeFileSync(headers, JSON.stringify({ cookie }), { mode: 0o600 })
    const pages = new Map([
      ['the floor', `${floor.url}/failed-calls?${new URLSearchParams(FILLED_DAYS)}`],
      ['Failed calls', dashboard.address('')],
      ['Overview', `${dashboard.url}/`],
      ['Blocklist', `${dashboard.url}/blocklist`],
    ])
    const reports = new Map<string, Report[]>()
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [name, url] of pages) {
        say(`round ${round} of ${ROUNDS}: ${name}`)
        const report = await visit(url, headers)
        reports.set(name, [...(reports.get(name) ?? []), report])
      }
    }
    return findings(reports)
  } finally {
    await floor.stop()
    await dashboard.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param headers a file with the headers to send, which have the session */
async function visit(url: string, headers: string): Promise<Report> {
  const chromium = findChromium()
  if (chromium === null) throw new Error('There is no Chromium; npm test installs one')
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, '--quiet'],
      ...['--output=json', '--output-path=stdout', '--disable-storage-reset'],
      '--only-categories=performance,accessibility,best-practices',
      ...[`--extra-headers=${headers}`, `--chrome-flags=${CHROMIUM}`],
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: MAX_REPORT_BYTES },
  )
  return Report.parse(JSON.parse(stdout))
}

function findings(reports: Map<string, Report[]>): Findings {
  const scores = (name: string, of: (report: Report) => number) => (reports.get(name) ?? []).map(of)
  const performance = (name: string) =>
    median(scores(name, ({ categories }) => categories.performance.score))
  const least = Math.min(MIN_PERFORMANCE, performance('the floor'))
  const names = [...reports.keys()].filter(name => name !== 'the floor')
  return {
    measurements: names.flatMap((name): Measurement[] => [
      {
        what: `Lighthouse, ${name}: performance (median)`,
        measured: String(performance(name)),
        limit: `at least ${least}, which is ${MIN_PERFORMANCE} or what the floor has`,
        reached: performance(name) >= least,
      },
      ...(['accessibility', 'best-practices'] as const).map(category => {
        const lowest = Math.min(...scores(name, ({ categories }) => categories[category].score))
        return {
          what: `Lighthouse, ${name}: ${category.replace('-', ' ')} (lowest)`,
          measured: String(lowest),
          limit: '100',
          reached: lowest === 100,
        }
      }),
    ]),
    notes: [...reports.keys()].map(name => {
      const milliseconds = (
        audit: 'first-contentful-paint' | 'largest-contentful-paint' | 'total-blocking-time',
      ) => scores(name, ({ audits }) => Math.round(audits[audit].numericValue)).join(', ')
      const shifts = scores(name, ({ audits }) => audits['cumulative-layout-shift'].numericValue)
      const requests = scores(name, ({ audits }) => audits['network-requests'].details.items.length)
      return [
        `${name}: performance ${scores(name, ({ categories }) => categories.performance.score).join(', ')}`,
        `painted after ${milliseconds('first-contentful-paint')} ms`,
        `largest element painted after ${milliseconds('largest-contentful-paint')} ms`,
        `blocked for ${milliseconds('total-blocking-time')} ms`,
        `layout shift ${Math.max(...shifts).toFixed(3)}`,
        `${median(requests)} requests`,
      ].join('; ')
    }),
  }
}
