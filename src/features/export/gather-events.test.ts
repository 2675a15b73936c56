import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shownEvent } from '../../../contract/event/shown-event.ts'
import type { EventPageAnswer } from '../../../contract/event-page.ts'
import { readEvent, STANDARD } from '../../../contract/fields/read-event.ts'
import { contentId } from '../../../contract/text/content-id.ts'
import { serve } from '../../api/testing/serve.ts'
import { originalText } from '../event/event-json.ts'
import { ListSearch } from '../event/list/list-search.ts'
import { NOTHING_SELECTED, withEvents } from '../replays/selection/selection.ts'
import type { ExportRequest } from './export-request.ts'
import { gatherEvents, gatheredOf, type Part } from './gather-events.ts'

const DAYS = { from_date: '2026-11-21', to_date: '2026-11-22' }

/** What parsing and serialising would change. */
const textOf = (id: number) => `{ "id": ${id}, "cost": 1.0,\n "request_json": {"b":1e3,"a":2} }`

type Listed = [page: number, key: number | string]

/** A gateway and the service behind it. */
type Services = {
  /** The JSON texts of the events of each page. Other pages don't exist. */
  pages: string[][]
  /** What the gateway's copy lists. */
  copy: Listed[]
  /** Reads the list once more. */
  onAgain: () => void
  /** Why the gateway gave up reading. */
  problem: object | null
  /** A page that the service refuses. */
  refused: number
  requests: string[]
}
let services: Services

beforeEach(async () => {
  services = {
    pages: [[3, 2].map(textOf), [1].map(textOf)],
    copy: [
      [1, 3],
      [1, 2],
      [2, 1],
    ],
    onAgain: () => {},
    problem: null,
    refused: 0,
    requests: [],
  }
  const url = await serve(({ url = '', method = '' }, response) => {
    const { status, body } = answerTo(method, new URL(url, 'http://localhost'))
    response.writeHead(status).end(body)
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, url), init))
})
afterEach(() => vi.unstubAllGlobals())

function answerTo(method: string, { pathname, searchParams }: URL) {
  const { requests, problem } = services
  if (pathname.endsWith('/reading')) {
    requests.push(method === 'POST' ? 'again' : 'reading')
    if (method === 'POST') services.onAgain()
    return { status: 200, body: JSON.stringify({ version: '1', reading: { ...READING, problem } }) }
  }
  if (pathname.endsWith('/rows')) {
    requests.push(`rows ${searchParams.get('company') ?? 'all'}`)
    return { status: 200, body: services.copy.map(lineOf).join('') }
  }
  const page = Number(searchParams.get('page'))
  requests.push(`page ${page}`)
  if (page === services.refused) return { status: 403, body: '{"detail":"Not any more."}' }
  const items = services.pages[page - 1]
  return items === undefined
    ? { status: 404, body: '{"detail":"Invalid page."}' }
    : { status: 200, body: JSON.stringify(pageWith(items)) }
}

function pageWith(items: string[]): EventPageAnswer {
  const ids = items.map(item => readEvent(JSON.parse(item), STANDARD).id ?? contentId(item))
  const results = items.map((item, place) => {
    const event = shownEvent(readEvent(JSON.parse(item), STANDARD), ids[place] ?? '')
    const ordinal = ids.slice(0, place + 1).filter(id => id === event.id).length
    return ordinal === 1 ? event : { ...event, ordinal }
  })
  const around = { count: 3, next: null, previous: null, is_first: true }
  const about = {
    fields: '',
    missing_columns: [],
    states: { version: '', results: [], replays: [] },
  }
  return { page: { ...around, ...about, results }, text: `[${items}]` }
}

const READING = {
  count: 3,
  read: 3,
  is_complete: true,
  read_at: '2026-11-22T08:00:00+02:00',
  is_reading: false,
  wait: null,
  is_stopped: false,
}

function lineOf([page, key]: Listed): string {
  const id = String(key).replace(/~\d+$/, '')
  const target = { key: String(key), id, failed_at: null, ...DAYS, page, page_size: 2 }
  return `${JSON.stringify(target)}\n`
}

/** The request for all events of the day, if nothing else is given. */
function wanted(other: Partial<ExportRequest> = {}): ExportRequest {
  const search = { ...ListSearch.parse({}), from: DAYS.from_date, to: DAYS.from_date }
  const selection = NOTHING_SELECTED
  const request = { list: 'call_events_fail', search, selection, shownColumns: null } as const
  return { ...request, scope: 'all', format: 'json', ...other }
}

/** Selects these events on the first page. */
function selecting(...ids: string[]): ExportRequest {
  const scope = { list: 'call_events_fail', ...DAYS } as const
  const targets = ids.map(id => ({ id, page: 1, page_size: 2, failed_at: null }))
  return wanted({ scope: 'selected', selection: withEvents(NOTHING_SELECTED, scope, targets) })
}

const nothing = (): Part => ({ places: null, loaded: new Map() })

async function gather(request = wanted(), part = nothing()) {
  const { events, ...rest } = await gatherEvents(request, part, {
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  return { texts: events.map(originalText), ...rest }
}

describe('an export', () => {
  test('has the exact text of each event, in the order of the gateway', async () => {
    services.copy.reverse()
    expect(await gather()).toEqual({ texts: [1, 2, 3].map(textOf), of: 3, isWhole: true })
    expect(services.requests).toEqual(['reading', 'rows all', 'page 1', 'page 2'])
  })

  test('of filtered events loads only the pages that have them', async () => {
    services.copy = [[2, 1]]
    const search = { ...wanted().search, company: 'Acme' }
    const { texts } = await gather(wanted({ scope: 'filtered', search }))
    expect(texts).toEqual([textOf(1)])
    expect(services.requests).toEqual(['reading', 'rows Acme', 'page 2'])
  })

  test('of selected events loads the pages where they were selected', async () => {
    expect(await gather(selecting('2'))).toEqual({ texts: [textOf(2)], of: 1, isWhole: true })
    expect(services.requests).toEqual(['page 1'])
  })

  test('has both events with the same content, on whichever pages', async () => {
    const item = '{"request_json":{"call_id":7}}'
    const id = contentId(item)
    services.pages = [[item, textOf(2)], [item.replace('7', ' 7')]]
    services.copy = [
      [1, id],
      [2, `${id}~2`],
    ]
    const { texts } = await gather()
    expect(texts).toEqual([item, item.replace('7', ' 7')])
  })

  test('has the events of a service whose pages have other events since, after no further reading', async () => {
    services.pages = [[4, 3].map(textOf), [2, 1].map(textOf)]
    expect((await gather()).texts).toEqual([3, 2, 1].map(textOf))
    expect(services.requests).not.toContain('again')
  })

  test('looks for an event that has moved further once the list has been read again', async () => {
    services.pages = [
      [6, 5],
      [4, 3],
      [2, 1],
    ].map(page => page.map(textOf))
    services.onAgain = () => {
      services.copy = [
        [2, 3],
        [3, 2],
        [3, 1],
      ]
    }
    expect(await gather()).toEqual({ texts: [3, 2, 1].map(textOf), of: 3, isWhole: true })
    expect(services.requests.slice(4)).toEqual(['reading', 'again', 'rows all', 'page 3'])
  })

  test('is whole without an event that has left the list', async () => {
    services.pages = [[3, 2].map(textOf)]
    services.onAgain = () => services.copy.pop()
    expect(await gather()).toEqual({ texts: [3, 2].map(textOf), of: 2, isWhole: true })
  })

  test('is not whole without an event that a person has selected', async () => {
    expect(await gather(selecting('gone', '2'))).toEqual({
      texts: [textOf(2)],
      of: 2,
      isWhole: false,
    })
  })

  test('is not whole if the service does not list what the gateway has read', async () => {
    services.pages = [[3, 2].map(textOf)]
    expect(await gather()).toMatchObject({ of: 3, isWhole: false })
    expect(services.requests.filter(request => request === 'again')).toHaveLength(2)
  })
})

test('after a failure the export has the events so far, and continues with the others', async () => {
  services.refused = 2
  const part = nothing()
  await expect(gather(wanted(), part)).rejects.toMatchObject({
    detail: 'Not any more.',
  })
  expect(gatheredOf(wanted(), part)).toMatchObject({
    events: [{ id: '3' }, { id: '2' }],
    of: 3,
    isWhole: false,
  })
  services.refused = 0
  services.requests.length = 0
  expect((await gather(wanted(), part)).isWhole).toBe(true)
  expect(services.requests).toEqual(['page 2'])
})

test('an older reading is not exported if the list can’t be read any more', async () => {
  services.problem = { status: 502, detail: 'The service answered 500.' }
  await expect(gather()).rejects.toMatchObject({ detail: 'The service answered 500.' })
  expect(services.requests).toEqual(['reading', 'again'])
})
