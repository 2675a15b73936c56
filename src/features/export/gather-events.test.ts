import papaparse from 'papaparse'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownEvent } from '../../../contract/event/shown-event.ts'
import type { ListedEvent } from '../../../contract/events.ts'
import { readEvent, STANDARD } from '../../../contract/fields/read-event.ts'
import { serve } from '../../api/testing/serve.ts'
import { ListSearch } from '../event/list/list-search.ts'
import { eventFile, exportFileName } from './event-file.ts'
import type { ExportRequest } from './export-request.ts'
import { gatherEvents, gatheredOf, type Part } from './gather-events.ts'

const DAYS = { from_date: '2026-11-21', to_date: '2026-11-22' }

/** What parsing and serialising would change. */
const textOf = (id: string) => `{ "id": ${id}, "cost": 1.0,\n "request_json": {"b":1e3,"a":2} }`

/** The ids of the events that the gateway's copy and the service list, and why they can't be read. */
let copy: string[]
let service: string[]
let problem: object | null
let isRefused: boolean
let onAgain: () => void
let requests: string[]

beforeEach(async () => {
  copy = ['3', '2', '1']
  service = ['3', '2', '1']
  problem = null
  isRefused = false
  onAgain = () => {}
  requests = []
  const url = await serve(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { status = 200, text } = answerTo(request.url ?? '', body === '' ? {} : JSON.parse(body))
    response.writeHead(status).end(text)
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, url), init))
})
afterEach(() => vi.unstubAllGlobals())

type Body = { action?: string; ids?: string[]; events?: { id: string }[] }

function answerTo(url: string, body: Body): { status?: number; text: string } {
  if (url.includes('/reading')) {
    requests.push(body.action ?? 'reading')
    if (body.action === 'again') onAgain()
    return {
      text: JSON.stringify({ version: '1', follow_ups: '', reading: { ...READING, problem } }),
    }
  }
  if (url.endsWith('/rows')) {
    requests.push('rows')
    const { ids = copy } = body
    const events = copy.filter(id => ids.includes(id)).map(listed)
    return { text: events.map(event => `${JSON.stringify(event)}\n`).join('') }
  }
  const ids = body.events?.map(({ id }) => id) ?? []
  requests.push(`full ${ids}`)
  if (isRefused) return { status: 403, text: '{"detail":"Not any more."}' }
  const results = service
    .filter(id => ids.includes(id))
    .map(id => {
      const text = textOf(id)
      return { event: shownEvent(readEvent(JSON.parse(text), STANDARD), id), text }
    })
  return { text: JSON.stringify({ results }) }
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

function listed(id: string): ListedEvent {
  const unknown = { event: null, callback_url: null, receiver_url: null, failed_at: null }
  const call = {
    ...{ company: null, contact: null, reference: null, caller_number: null },
    ...{ tracking_number: null, call_id: null, call_start_stamp: null, call_end_stamp: null },
  }
  const state = { attempt_count: null, outcome: null, state: null }
  return { key: id, id, ...unknown, ...state, call, ...DAYS, page: 1, page_size: 100 }
}

/** The request for all events of the day, if nothing else is given. */
function wanted(other: Partial<ExportRequest> = {}): ExportRequest {
  const search = { ...ListSearch.parse({}), from: DAYS.from_date, to: DAYS.from_date }
  const request = { list: 'call_events_fail', search, scope: 'all', format: 'json' } as const
  return { ...request, selected: [], shownColumns: null, ...other }
}

function selecting(...ids: string[]): ExportRequest {
  return wanted({ scope: 'selected', selected: ids })
}

const nothing = (): Part => ({ listed: null, loaded: new Map() })

async function gather(request = wanted(), part = nothing()) {
  const { events, ...rest } = await gatherEvents(request, part, {
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  return { ids: events.map(({ listed }) => listed.id).join(' '), events, ...rest }
}

test('an export has the exact text of each event, in the order of the gateway', async () => {
  copy = ['1', '3', '2']
  const { events } = await gather()
  expect(events.map(({ full }) => full?.text)).toEqual(copy.map(textOf))
})

test('a JSON file has the exact text of each event, and a CSV file rows with their payloads', async () => {
  const { events } = await gather()
  const fileOf = async (format: 'json' | 'csv') => {
    const contents = { events, replays: new Map(), timeZone: 'Africa/Johannesburg' }
    return (await eventFile(wanted({ format }), contents, new AbortController().signal)).text()
  }
  expect(await fileOf('json')).toBe(`[\n${copy.map(textOf).join(',\n')}\n]\n`)
  const [head, ...rows] = (await fileOf('csv')).trimEnd().split('\r\n')
  expect(head).toMatch(/^Failed at,Company,.*,Payload$/)
  expect(rows).toEqual(copy.map(() => expect.stringMatching(/,"{""b"":1e3,""a"":2}"$/)))
})

test('a CSV file keeps accents and quotes, and disarms formulas', async () => {
  const companies = ['Müller, "Söhne" & Ко', '=HYPERLINK("https://evil.example")', '+1+2\n@x']
  const numbers = { caller_number: '27825550004', tracking_number: '27105550142' }
  const events = companies.map(name => {
    const event = listed('4')
    const call = { ...event.call, ...numbers, call_id: '7004', reference: 'session-4' }
    const known = { failed_at: '2026-11-21T09:00:00.000+02:00', attempt_count: 1 }
    const failure = {
      receiver_url: 'https://hooks.example/',
      outcome: { status: 500, error: null },
    }
    const facts = { ...event, ...known, ...failure, call: { ...call, company: { name } } }
    return { listed: facts, full: undefined }
  })
  const contents = { events, replays: new Map(), timeZone: 'Africa/Johannesburg' }
  const file = await eventFile(wanted({ format: 'csv' }), contents, new AbortController().signal)
  const text = Buffer.from(await file.arrayBuffer()).toString()
  // Excel takes it for UTF-8 only with this mark.
  expect(text.startsWith('\ufeffFailed at,Company,')).toBe(true)
  const parsed = papaparse.parse<Record<string, string>>(text.slice(1), { header: true })
  const rows = parsed.data.slice(0, companies.length)
  const [plain, ...formulas] = companies
  expect(rows.map(row => row.Company)).toEqual([plain, ...formulas.map(text => `'${text}`)])
  expect(rows[0]).toMatchObject({
    ...{ 'Failed at': '2026-11-21T09:00:00.000+02:00', Caller: 'tel:+27825550004' },
    ...{ 'Tracking number': 'tel:+27105550142', Receiver: 'https://hooks.example/' },
    ...{ 'Why it failed': 'Answered 500, an error on its side', 'Last status': '500' },
    ...{ Attempts: '1', 'Event ID': '4', 'Call ID': '7004', Reference: 'session-4' },
    ...{ State: 'Still missing', 'Last replay': '' },
  })
})

test('a file without payloads asks the service for nothing', async () => {
  const request = wanted({ format: 'csv', shownColumns: ['company'] })
  expect(await gather(request)).toMatchObject({ ids: '3 2 1', of: 3, isWhole: true })
  expect(requests).toEqual(['reading', 'rows'])
})

test('selected events don’t wait for the rest of the range', async () => {
  expect(await gather(selecting('2'))).toMatchObject({ ids: '2', of: 1, isWhole: true })
  expect(requests).toEqual(['rows', 'full 2'])
})

test('an export is whole without an event that has left the list', async () => {
  service = ['3', '2']
  onAgain = () => copy.pop()
  expect(await gather()).toMatchObject({ ids: '3 2', of: 2, isWhole: true })
})

test('an export is not whole without an event that a person has selected', async () => {
  expect(await gather(selecting('gone', '2'))).toMatchObject({ ids: '2', of: 2, isWhole: false })
})

test('an export is not whole if the service does not list what the gateway has read', async () => {
  service = ['3', '2']
  expect(await gather()).toMatchObject({ of: 3, isWhole: false })
  expect(requests.filter(request => request === 'again')).toHaveLength(1)
})

test('after a failure the export continues with what is missing', async () => {
  isRefused = true
  const part = nothing()
  await expect(gather(wanted(), part)).rejects.toMatchObject({ detail: 'Not any more.' })
  expect(gatheredOf(wanted(), part)).toMatchObject({ events: [], of: 3, isWhole: false })
  isRefused = false
  requests = []
  expect((await gather(wanted(), part)).isWhole).toBe(true)
  expect(requests).toEqual(['full 3,2,1'])
})

test('an older reading is not exported if the list can’t be read any more', async () => {
  problem = { status: 502, detail: 'The service answered 500.' }
  await expect(gather()).rejects.toMatchObject({ detail: 'The service answered 500.' })
  expect(requests).toEqual(['reading', 'again'])
})

test('the file of a company is named after it', async () => {
  const { search } = wanted()
  const request = wanted({ scope: 'filtered', search: { ...search, company: 'Acme & Sons' } })
  expect(exportFileName(request, await gather())).toBe('failed-calls-2026-11-21-Acme-Sons.json')
})
