import { gzipSync } from 'node:zlib'
import { withDashboard } from './dashboard/with-dashboard.ts'
import type { BuiltDashboard } from './first-page/built-dashboard.ts'
import { type Fetched, openFailedCalls } from './first-page/open-failed-calls.ts'
import type { Findings, Measurement } from './measurement.ts'

const KIB = 1024
const LIMITS = { JavaScript: 188 * KIB, CSS: 25 * KIB }

/** Parts that may only be loaded when they are used, with the modules that they consist of. */
const LOADED_WHEN_USED = [
  { what: 'charts', modules: /\/src\/features\/overview\/days\/days-card\.tsx/ },
  { what: 'calendar', modules: /\/node_modules\/@mantine\/dates\// },
  { what: 'JSON viewer', modules: /\/src\/ui\/json\/json-view\.tsx/ },
  { what: 'event drawer', modules: /\/src\/features\/failed-events\/drawer\/event-drawer\.tsx/ },
  { what: 'phone metadata', modules: /\/node_modules\/libphonenumber-js\// },
]

/**
 * Measures the weight of Failed calls as the first page, in a browser with an empty cache: every script
 * and style sheet that it fetches until the table is painted and a second has passed without another
 * request, each compressed with gzip.
 */
export function firstPage(say: (sentence: string) => void): Promise<Findings> {
  return withDashboard(say, async (app, built) => {
    say('opening Failed calls in a browser')
    return findings(await openFailedCalls(app), built)
  })
}

function findings(fetched: Fetched[], built: BuiltDashboard): Findings {
  const weighed = fetched
    .map(({ kind, path, content }) => ({
      kind,
      path,
      size: gzipSync(content, { level: 9 }).length,
    }))
    .toSorted((a, b) => b.size - a.size)
  const weight = (kind: Fetched['kind']): Measurement => {
    const files = weighed.filter(file => file.kind === kind)
    const total = files.reduce((sum, { size }) => sum + size, 0)
    return {
      what: `First page of Failed calls, ${kind} (gzip)`,
      measured: `${kib(total)} in ${files.length} files`,
      limit: `at most ${kib(LIMITS[kind])}`,
      reached: files.length > 0 && total <= LIMITS[kind],
    }
  }
  const parts = LOADED_WHEN_USED.map(({ what, modules }) => {
    const { inBuild, early } = whereIs(modules, fetched, built)
    return { what, inBuild, early }
  })
  const early = parts.filter(part => part.early.length > 0)
  return {
    measurements: [
      weight('JavaScript'),
      weight('CSS'),
      {
        what: 'Loaded before it is used',
        measured: early.map(({ what }) => what).join(', ') || 'nothing',
        limit: 'no charts, calendar, JSON viewer, drawer or phone metadata',
        // A part that is not in the build has moved, so nothing was checked.
        reached: early.length === 0 && parts.every(({ inBuild }) => inBuild.length > 0),
      },
    ],
    notes: [
      ...weighed.map(({ path, size }) => `${kib(size).padStart(10)}  ${path}`),
      ...parts.map(({ what, inBuild, early }) => {
        if (early.length > 0) return `${what}: loaded with the page, in ${early.join(', ')}`
        if (inBuild.length > 0) return `${what}: not loaded, in ${inBuild.join(', ')}`
        return `${what}: not in the build`
      }),
    ],
  }
}

/** The built files that hold any of `modules`, and those of them that the page fetched. */
function whereIs(modules: RegExp, fetched: Fetched[], { chunks }: BuiltDashboard) {
  const inBuild = chunks
    .filter(chunk => chunk.modules.some(module => modules.test(module)))
    .map(chunk => chunk.file)
  return { inBuild, early: inBuild.filter(file => fetched.some(({ path }) => path === `/${file}`)) }
}

function kib(bytes: number): string {
  return `${(bytes / KIB).toFixed(1)} KiB`
}
