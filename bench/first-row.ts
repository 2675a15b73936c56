import type { Browser } from '@playwright/test'
import { DEFAULT_PAGE_SIZE } from '../contract/pages/page.ts'
import { addDays } from '../contract/time/calendar-date.ts'
import { openSession } from '../e2e/support/open-session.ts'
import { FILLED_DAYS, withFilledDashboard } from './dashboard/with-filled-dashboard.ts'
import { startFloor } from './first-row/start-floor.ts'
import {
  LINES,
  type Line,
  type Plan,
  type Visit,
  type Visits,
  visitTwice,
} from './first-row/visit.ts'
import { withOtherService } from './first-row/with-other-service.ts'
import { atMost, type Findings, type Measurement, median, scaled } from './measurement.ts'

const EVENTS = 20_000
const ROUNDS = 9
const SIZES = [20, 100]
const MAX_PAINT_OF_FLOOR = 0.8
const MAX_ROW_OF_FLOOR = 0.9
const MAX_OF_FLOOR_AGAIN = 0.8
const MAX_USABLE_OF_FLOOR = 1.1
const MAX_NEXT_OF_FLOOR = 0.5
const MAX_NEXT_MS = 40
const MAX_REQUESTS = 24
const MAX_SCRIPTS_KIB = 190

/** How long another service takes for an answer, in ms. */
const OTHER_SERVICES = [200, 300]

const HAS_ROW = `document.querySelector('tbody tr, main li a[href^="/receivers?"]') !== null`

type Who = 'Redial' | 'floor'

type ComparedPage = { title: string; path: string; isList: boolean; floorSize: number }

/** Pages that aren't lists are compared with the floor's list of 20 rows. */
const PAGES: ComparedPage[] = [
  ...SIZES.map(size => ({
    title: `${size} rows`,
    // Redial's own links leave the usual size out.
    path: `/failed-calls?from=${FILLED_DAYS.from}&to=${addDays(FILLED_DAYS.until, -1)}${size === DEFAULT_PAGE_SIZE ? '' : `&size=${size}`}`,
    isList: true,
    floorSize: size,
  })),
  { title: 'Overview', path: '/', isList: false, floorSize: 20 },
  { title: 'a company', path: '/companies/Dealer%207', isList: false, floorSize: 20 },
]

/** The visits of all rounds to one page on one line, in front of one service. */
type Compared = {
  service: string
  line: Line
  page: ComparedPage
  visits: Record<Who, Visits[]>
}

/**
 * Measures how soon Failed calls, Overview and the page of a company are painted, have their first row and handle a
 * click, and how long the next page of Failed calls takes, in front of our own service and of another one, compared
 * with a floor: a list with the same libraries and the same API without a sign-in, which this builds and serves. The two take turns. Each visit comes from a page of another site, in a browser with an empty cache. A second
 * visit follows in the same browser.
 */
export function firstRow(say: (sentence: string) => void): Promise<Findings> {
  return withFilledDashboard(EVENTS, say, async dashboard => {
    const { url, token } = dashboard
    const browser = dashboard.page.context().browser()
    if (browser === null) throw new Error('The page has no browser')
    const compared = await compare(
      browser,
      { url, floorApi: url, token, service: 'own service' },
      say,
    )
    for (const answerMs of OTHER_SERVICES) {
      compared.push(
        ...(await withOtherService(dashboard, answerMs, other => {
          const service = `other service, ${answerMs} ms`
          return compare(browser, { url: other.url, floorApi: other.plainUrl, token, service }, say)
        })),
      )
    }
    return {
      measurements: [...compared.flatMap(linesOf), ...limitLines(compared)],
      notes: compared.flatMap(visitNotes),
    }
  })
}

type Sides = { url: string; floorApi: string; token: string; service: string }

async function compare(
  browser: Browser,
  { url, floorApi, token, service }: Sides,
  say: (sentence: string) => void,
): Promise<Compared[]> {
  say('building the floor')
  const floor = await startFloor(floorApi, token)
  const cookies = [await openSession(url, token)]
  const compared: Compared[] = []
  try {
    for (const line of lines()) {
      for (const page of PAGES) {
        say(`opening ${page.title}, ${line}, ${service}`)
        const plan = { isDone: HAS_ROW, isList: page.isList, line, from: floor.elsewhere, cookies }
        const urls = {
          Redial: `${url}${page.path}`,
          floor: `${floor.url}/failed-calls?${DAYS}&size=${page.floorSize}`,
        }
        compared.push({ service, line, page, visits: await takeTurns(browser, urls, plan) })
      }
    }
    return compared
  } finally {
    await floor.stop()
  }
}

const DAYS = new URLSearchParams(FILLED_DAYS)

function lines(): Line[] {
  return Object.keys(LINES).filter((line): line is Line => line in LINES)
}

async function takeTurns(
  browser: Browser,
  urls: Record<Who, string>,
  plan: Omit<Plan, 'url'>,
): Promise<Record<Who, Visits[]>> {
  const visits: Record<Who, Visits[]> = { Redial: [], floor: [] }
  for (let round = 0; round < scaled(ROUNDS); round++) {
    const order: Who[] = round % 2 === 0 ? ['Redial', 'floor'] : ['floor', 'Redial']
    for (const who of order) {
      visits[who].push(await visitTwice(browser, { ...plan, url: urls[who] }))
    }
  }
  return visits
}

const WHICH = ['first', 'second'] as const

/** What is compared with the floor, and the limits of the first and the second visit. */
const WHAT = {
  firstPaint: ['First paint', MAX_PAINT_OF_FLOOR, MAX_OF_FLOOR_AGAIN],
  done: ['First row', MAX_ROW_OF_FLOOR, MAX_OF_FLOOR_AGAIN],
  usable: ['Usable', MAX_USABLE_OF_FLOOR, MAX_USABLE_OF_FLOOR],
  next: ['Next page', MAX_NEXT_OF_FLOOR, MAX_NEXT_OF_FLOOR],
} as const

function linesOf({ service, line, page, visits }: Compared): Measurement[] {
  return WHICH.flatMap((which, visit) =>
    (['firstPaint', 'done', 'usable', ...(page.isList ? ['next' as const] : [])] as const).map(
      what => {
        const [name, ...limits] = WHAT[what]
        const limit = limits[visit] ?? Number.NaN
        const medianOf = (who: Who) =>
          median(visits[who].map(one => one[which][what] ?? Number.NaN))
        const [own, floor] = [medianOf('Redial'), medianOf('floor')]
        return {
          what: `${name}, ${page.title}, ${line}, ${service}, ${which} visit`,
          measured: `${own.toFixed(0)} ms, ${(own / floor).toFixed(2)} of the floor (${floor.toFixed(0)} ms)`,
          limit: `at most ${limit.toFixed(1)} of the floor`,
          reached: own <= limit * floor,
        }
      },
    ),
  )
}

function limitLines(compared: Compared[]): Measurement[] {
  const visits = compared.flatMap(one => one.visits.Redial)
  const firsts = visits.map(({ first }) => first)
  const most = (of: (visit: Visit) => number, all = firsts) => Math.max(...all.map(of))
  const here = compared.filter(
    one => one.service === 'own service' && one.line === 'unthrottled' && one.page.isList,
  )
  const next = here.map(one =>
    median(one.visits.Redial.map(({ first }) => first.next ?? Number.NaN)),
  )
  const shift = most(
    one => one.shift,
    visits.flatMap(({ first, second }) => [first, second]),
  )
  return [
    atMost(
      MAX_NEXT_MS,
      'ms',
      'Next page, unthrottled, own service: the slower of both sizes',
      Math.max(...next),
    ),
    atMost(
      MAX_REQUESTS,
      'requests',
      'Requests until the first row, first visit',
      most(one => one.requests),
    ),
    atMost(
      MAX_SCRIPTS_KIB,
      'KiB',
      'Scripts until the first row, first visit, as the browser receives them',
      most(one => one.scriptBytes / 1024),
    ),
    {
      what: 'Layout shift while the pages load',
      measured: shift.toFixed(3),
      limit: '0',
      reached: shift === 0,
    },
  ]
}

function visitNotes({ service, line, page, visits }: Compared): string[] {
  return (['Redial', 'floor'] as const).flatMap(who =>
    WHICH.map(which => {
      const all = visits[who].map(visit => visit[which])
      const [kib, requests] = [
        median(all.map(({ bytes }) => bytes)) / 1024,
        median(all.map(visit => visit.requests)),
      ]
      const rows = all.map(({ done }) => done.toFixed(0)).join(', ')
      return `${page.title}, ${line}, ${service}, ${who}, ${which} visit: ${requests} requests and ${kib.toFixed(0)} KiB until the first row, after ${rows} ms`
    }),
  )
}
