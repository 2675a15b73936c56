import { createMemoryHistory } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { config } from 'zod/mini'
import { addDays, type CalendarDate, dayOf } from '../contract/time/calendar-date.ts'
import { App } from './app.tsx'
import { DATE_PRESETS } from './features/failed-events/date-range/date-presets.ts'
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

const LISTS = ['/failed-calls', '/failed-ai-events']

type Outline = {
  html: string
  /** Of a list: its days. The page looks otherwise where a button names them. */
  range: { from: CalendarDate; to: CalendarDate; today: CalendarDate } | null
}

/** The outlines of a page: of a list one for each range that has a button, and one for any other. */
export async function renderOutlines(path: string): Promise<Outline[]> {
  if (!LISTS.includes(path)) return [{ html: await render(path), range: null }]
  const today = dayOf(new Date(), ZONE)
  const other = { from: addDays(today, -3), to: addDays(today, -2) }
  const outlines: Outline[] = []
  for (const { from, to } of [...DATE_PRESETS.map(({ rangeAt }) => rangeAt(today)), other]) {
    outlines.push({
      html: await render(`${path}?from=${from}&to=${to}`),
      range: { from, to, today },
    })
  }
  return outlines
}

async function render(address: string): Promise<string> {
  queryClient.clear()
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
