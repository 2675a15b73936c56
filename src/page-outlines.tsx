import { createMemoryHistory } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { config } from 'zod/mini'
import type { ShownEvent } from '../contract/event-page.ts'
import type { FailedEventList } from '../contract/failed-event.ts'
import { DEFAULT_PAGE_SIZE } from '../contract/pages/page.ts'
import { addDays, type CalendarDate, dayOf } from '../contract/time/calendar-date.ts'
import { App } from './app.tsx'
import { eventRow } from './features/event/event-row.ts'
import type { DateRange } from './features/event/list/list-search.ts'
import { DATE_PRESETS } from './features/failed-events/date-range/date-presets.ts'
import type { EventPage } from './features/failed-events/failed-events-query.ts'
import { withPlaceholders } from './features/failed-events/first-rows/draw-first-rows.ts'
import { sessionQuery } from './features/session/session-query.ts'
import { queryClient, router } from './router.tsx'

/*
 * The build renders with this what each page looks like before its data is there
 * (scripts/dashboard/page-outlines.ts). The gateway puts it into the document, so that it is painted
 * before any script.
 */

config({ jitless: true })

/** The zone that outlines are rendered in, which is also its name. */
const ZONE = 'UTC'

const LISTS = new Map<string, FailedEventList>([
  ['/failed-calls', 'call_events_fail'],
  ['/failed-ai-events', 'transcription_events_fail'],
])

type Outline = {
  html: string
  /** The date range of a list; null for other pages. Ranges with a button of their own look different. */
  range: (DateRange & { today: CalendarDate }) | null
}

/**
 * The outlines of a page: of a list one for each range that has a button, and one for any other. These hold a row in a
 * template.
 */
export async function renderOutlines(path: string): Promise<Outline[]> {
  const list = LISTS.get(path)
  if (list === undefined) return [{ html: await render(path), range: null }]
  const today = dayOf(new Date(), ZONE)
  const other = { from: addDays(today, -3), to: addDays(today, -2) }
  const row = await renderRow(path, list, other)
  const outlines: Outline[] = []
  for (const { from, to } of [...DATE_PRESETS.map(({ rangeAt }) => rangeAt(today)), other]) {
    const html = await render(addressOf(path, { from, to }))
    outlines.push({
      html: html.replace('</tbody>', `<template>${row}</template></tbody>`),
      range: { from, to, today },
    })
  }
  return outlines
}

const SAMPLE: ShownEvent = {
  id: '1',
  event: null,
  callback_url: null,
  attempts: [],
  attempts_path: [],
  attempt_count: null,
  outcome: null,
  failed_at: null,
  call: {},
  renamed_fields: [],
  unknown_fields: [],
}

/** A row of the list, with placeholders. The gateway draws the first rows with it. */
async function renderRow(path: string, list: FailedEventList, range: DateRange): Promise<string> {
  const { failedEventsQuery } = await import('./features/failed-events/failed-events-query.ts')
  const asked = { ...range, page: 1, cursor: undefined, size: DEFAULT_PAGE_SIZE }
  const event = { ...SAMPLE, failed_at: `${range.from}T00:00:00Z` }
  const page: EventPage = {
    count: 1,
    next: null,
    previous: null,
    isFirst: true,
    fields: '',
    missing_columns: [],
    states: { version: '', results: [], replays: [] },
    text: '',
    results: [event],
    asked,
    rows: [eventRow(event, { list, ...asked })],
  }
  const html = await render(addressOf(path, range), () =>
    queryClient.setQueryData(failedEventsQuery(list, asked).queryKey, page),
  )
  const [, row] = /<tbody[^>]*>(<tr.*?<\/tr>)<\/tbody>/s.exec(html) ?? []
  if (row === undefined) throw new Error(`${path} was rendered without a row`)
  const columns = (html.match(/<th\b[^>]*>/g) ?? []).map(
    header => /data-column="([^"]*)"/.exec(header)?.[1] ?? '',
  )
  return withPlaceholders(row, columns)
}

function addressOf(path: string, { from, to }: DateRange): string {
  return `${path}?from=${from}&to=${to}`
}

/** @param addData puts data into the query cache, which is empty otherwise */
async function render(address: string, addData?: () => void): Promise<string> {
  queryClient.clear()
  addData?.()
  // Placeholders for values that only the gateway knows.
  queryClient.setQueryData(sessionQuery.queryKey, {
    signed_in: true,
    name: '%NAME%',
    service: '%SERVICE%',
    time_zone: ZONE,
    is_foreign: false,
  })
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  const html = renderToStaticMarkup(<App nonce="%CSP_NONCE%" />)
  return html.replaceAll(`(${ZONE})`, '(%ZONE%)')
}
