import * as z from 'zod/mini'
import { BlocklistRecord, EntityContext, PhoneNumber } from '../contract/blocklist.ts'
import { Company } from '../contract/directory.ts'
import { ErrorBody } from '../contract/errors.ts'
import { isFirstPageAgain, MAX_PAGE_SIZE, pageOf } from '../contract/pages/page.ts'
import { FIRST_PAGE, NOWHERE, type PagePlace } from '../contract/pages/page-place.ts'
import { TextOrNumber } from '../contract/text/json-inside.ts'
import { dates, days, eventFields, eventValues, failedEvents, payloads } from './event-checks.ts'
import {
  BLOCKLIST,
  COMPANIES,
  countOf,
  describeList,
  FAILED_AI_EVENTS,
  FAILED_CALLS,
  FULL_PAGE,
  pathOf,
  readList,
  shapeProblems,
} from './lists.ts'
import type { Check, Outcome, Probing } from './report.ts'
import { describeAnswer, Stopped } from './service.ts'

/** The gateway checks a token with such a request. */
export const PROOF = pathOf(FAILED_CALLS, { page_size: '1' })

const EVENT_LISTS = [FAILED_CALLS, FAILED_AI_EVENTS]
const LISTS = [...EVENT_LISTS, BLOCKLIST, COMPANIES]

/** The checks that only read, in their order. The last one looks at all answers. */
export const CHECKS: Check[] = [
  {
    id: 'address',
    asks: 'The address is https, or on this machine',
    redial: { differs: 'Sends the token unencrypted, so that others on the way can read it.' },
    look: ({ baseUrl }) => ({ differs: [SAFE_ADDRESS.test(baseUrl) ? null : 'http'] }),
  },
  {
    id: 'refusal',
    asks: 'A request with a wrong token, or without one, is answered 401',
    redial: {
      differs: 'Requests nothing before somebody has signed in.',
      fails:
        'Cannot refuse a wrong token at Sign in, or protect what the service shows to everybody.',
    },
    look: refusal,
  },
  {
    id: 'token',
    asks: 'The token is accepted',
    redial: {
      differs: 'Sign in uses /v1/blocklist/ instead.',
      fails: 'Sign in says that this does not look like the service.',
    },
    look: token,
  },
  {
    id: 'blocklist',
    asks: 'GET /v1/blocklist/ lists blocklist records with numbers as E.164 digits',
    redial: {
      differs:
        'Reads numbers and contexts in other formats. Records that it cannot read are shown as they are, and cannot be searched or changed.',
      fails: 'Shows an error instead of the blocklist. No number can be found or unblocked.',
    },
    look: blocklist,
  },
  {
    id: 'failed-events',
    asks: 'Failed events are listed',
    redial: {
      differs: 'Shows all rows as one page, and loads them completely each time.',
      fails: 'Shows an error instead of the list. Nothing can be viewed or replayed.',
    },
    paths: EVENT_LISTS,
    look: failedEvents,
  },
  {
    id: 'event-fields',
    asks: 'Fields of failed events have the names of the interface (left open)',
    redial: {
      differs: 'Reads them by these names. “Fields of the service” in Settings corrects them.',
    },
    paths: EVENT_LISTS,
    look: eventFields,
  },
  {
    id: 'event-values',
    asks: 'Each failed event has a payload and its own id, time, outcome and https receiver (left open)',
    redial: {
      differs:
        'Leaves empty what is missing. Without an id, it identifies events by their content. Without a receiver, it replays to the one that Settings has for the tracking number. It never replays to a receiver that is not https.',
      fails: 'Has nothing to replay.',
    },
    paths: EVENT_LISTS,
    look: eventValues,
  },
  {
    id: 'payloads',
    asks: 'Payloads are those of terminated or missed calls',
    redial: { differs: 'Shows the fields that it can read, and the payload as it is.' },
    paths: [FAILED_CALLS],
    look: payloads,
  },
  {
    id: 'dates',
    asks: 'from_date and to_date choose which events are listed',
    redial: { fails: 'Shows wrong events, or an error, for the chosen days.' },
    paths: EVENT_LISTS,
    look: dates,
  },
  {
    id: 'days',
    asks: 'Days begin in the time zone of TIME_ZONE, and to_date is not included (left open)',
    redial: {
      differs:
        'Requests days in its own TIME_ZONE: set it to the zone of the service. If to_date is included, Redial finds that out when somebody opens a past day, or set UPSTREAM_TO_DATE to included. Until then a range also shows the events of the day after it.',
    },
    paths: EVENT_LISTS,
    look: days,
  },
  {
    id: 'companies',
    asks: 'GET /v2/company/ has pages of companies with a reference and a name',
    redial: { differs: 'Suggests only companies that it can read. The others are typed by hand.' },
    look: companies,
  },
  {
    id: 'pages',
    asks: 'Pages have count, next, previous and results, and next leads to other rows',
    redial: {
      differs:
        'Follows the parameters of next, always to the service itself, and derives what is missing. Rows that move between pages may be shown twice or not at all.',
      fails: 'Does not show the rows after the first page, or shows the same rows again.',
    },
    paths: LISTS,
    look: pages,
  },
  {
    id: 'errors',
    asks: 'Errors have a JSON body in one of the three shapes, and none is a server error',
    redial: { differs: 'Uses the status and its own words. Retries server errors twice.' },
    look: errors,
  },
]

const SAFE_ADDRESS = /^(https:|http:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$))/

async function refusal({ service }: Probing): Promise<Outcome> {
  const wrong = await service.get(PROOF, { authorization: 'Token redial-probe-no-such-token' })
  const fails = [wrong.status === 401 ? null : `a wrong token: ${describeAnswer(wrong)}`]
  const differs: string[] = []
  for (const path of LISTS) {
    const answer = await service.get(pathOf(path, { page_size: '1' }), { authorization: null })
    const problem = `${path} without a token: ${describeAnswer(answer)}`
    if (answer.status !== 401) (answer.status === 200 ? fails : differs).push(problem)
  }
  return { fails, differs }
}

/** @throws Stopped if the token is wrong */
async function token({ service, quote }: Probing): Promise<Outcome> {
  const answer = await service.get(PROOF)
  const { status, json } = answer
  const note = describeAnswer(answer)
  if (status === 401) {
    throw new Stopped(
      `The service refused the token (${quote(note)}). Check API_TOKEN, and that the service accepts "Authorization: Token …".`,
    )
  }
  if (status === 200 && json !== undefined) return {}
  if (status === 403) return { note }
  return status === 404 ? { differs: [note] } : { fails: [note] }
}

const StrictRecord = z.extend(BlocklistRecord, {
  blocked_phone_number_list: z.array(z.object({ phone_number: PhoneNumber })),
})

/** The part that the dashboard needs of a record. */
const ReadableRecord = z.object({
  entity_context_name: z.pipe(z.string().check(z.trim(), z.toLowerCase()), EntityContext),
  entity: z.union([TextOrNumber, z.object({ reference: TextOrNumber })]),
})

async function blocklist({ service }: Probing): Promise<Outcome> {
  const answer = await service.get(pathOf(BLOCKLIST, FULL_PAGE))
  if (answer.status === 403) {
    return { unseen: `The token lacks BlocklistPermission: ${describeAnswer(answer)}` }
  }
  const list = readList(answer)
  if (list.page === null) return { fails: [list.why] }
  const { results } = list.page
  if (results.length === 0) return { unseen: 'Nothing is blocked.' }
  const problems = shapeProblems(StrictRecord, results)
  const isReadable = results.some(record => ReadableRecord.safeParse(record).success)
  return {
    ...(isReadable ? { differs: [problems] } : { fails: [problems] }),
    note: describeList(list),
  }
}

async function companies({ service }: Probing): Promise<Outcome> {
  const answer = await service.get(pathOf(COMPANIES, FULL_PAGE))
  const list = readList(answer)
  if (list.page === null) return { differs: [list.why] }
  return { differs: [shapeProblems(pageOf(Company), [list.json])], note: describeList(list) }
}

/** Few enough that a short list has several pages. */
const PAGE_SIZE = '2'

function askPage({ service, range }: Probing, path: string, at = FIRST_PAGE) {
  const query = { page_size: PAGE_SIZE, ...(EVENT_LISTS.includes(path) && range) }
  return service.get(pathOf(path, query, at))
}

async function pages(probing: Probing, path: string): Promise<Outcome> {
  const list = readList(await askPage(probing, path))
  if (list.page === null) return { unseen: list.why }
  if (Array.isArray(list.json)) return { note: 'a flat array' }
  const { next, count, results } = list.page
  const shape = shapeProblems(pageOf(z.unknown()), [list.json])
  if (results.length === 0) {
    const fails = [(count ?? 0) > 0 ? `count is ${count}, but there are no rows` : null]
    return { fails, differs: [shape], unseen: 'The list is empty.' }
  }
  if (next === NOWHERE) return { fails: ['next does not lead to another page'], differs: [shape] }
  if (next === null) {
    const isMissing = countOf(list.page) > results.length
    const fails = [isMissing ? `no next after ${results.length} of ${count} rows` : null]
    return { fails, differs: [shape], unseen: 'The list has one page.' }
  }
  const second = await secondPage(probing, path, next, results)
  return {
    fails: second.fails,
    differs: [
      shape,
      // Without values, because encoding could hide a token from `quote`.
      next.cursor === undefined
        ? null
        : `next leads on by ${[...new URLSearchParams(next.cursor).keys()].join(', ')}`,
      ...second.differs,
      results.length > MAX_PAGE_SIZE ? `pages of ${results.length} rows` : null,
    ],
    note: describeList(list),
  }
}

async function secondPage(probing: Probing, path: string, place: PagePlace, first: unknown[]) {
  const answer = await askPage(probing, path, place)
  const { page } = readList(answer, place)
  if (page === null) return { fails: [`the second page: ${describeAnswer(answer)}`], differs: [] }
  const firstRows = new Set(first.map(row => JSON.stringify(row)))
  const repeated = page.results.filter(row => firstRows.has(JSON.stringify(row))).length
  if (repeated === page.results.length || isFirstPageAgain(page, place)) {
    return { fails: ['the second page has no other rows'], differs: [] }
  }
  return { fails: [], differs: repeated > 0 ? ['rows do not keep their places'] : [] }
}

async function errors({ service }: Probing): Promise<Outcome> {
  const missing = await service.get('/v1/redial_probe_no_such_path/')
  const wrongDate = await service.get(`${FAILED_CALLS}?from_date=2026-13-45`)
  const problems = service.exchanges.flatMap(({ question, answer }) => {
    const { status, json, problem } = answer
    if (status === null || status < 400 || problem !== null) return []
    const isFine = status < 500 && ErrorBody.safeParse(json).success
    return isFine ? [] : [`${question.path.split('?')[0]}: ${describeAnswer(answer)}`]
  })
  return {
    differs: [
      missing.status === 404 ? null : `a path that does not exist: ${describeAnswer(missing)}`,
      wrongDate.status === 400 ? null : `a wrong date: ${describeAnswer(wrongDate)}`,
      ...new Set(problems),
    ],
  }
}
