import { expect, test } from 'vitest'
import { shownEvent } from '../../../../contract/event/shown-event.ts'
import type { ShownEvent, ShownPage } from '../../../../contract/event-page.ts'
import { FailedEvent } from '../../../../contract/failed-event.ts'
import { drawFirstRows, withPlaceholders } from './draw-first-rows.ts'

const ROW = withPlaceholders('<tr><td>box</td><td class="c">x</td><td>x</td><td>menu</td></tr>', [
  '',
  'company',
  'failed_at',
  'actions',
])
const ASKED = {
  list: 'call_events_fail',
  days: { from: '2026-11-21', to: '2026-11-21' },
  query: 'from=2026-11-21&to=2026-11-21',
  session: {
    signed_in: true,
    name: 'Thandi',
    account_key: 'k1',
    service: 'Redial',
    time_zone: 'Africa/Johannesburg',
  },
  row: ROW,
} as const

const CRM = 'https://crm.example.com/calls'

function event(id: number, { company = 'Acme Cars', callback_url = CRM } = {}) {
  const item = {
    id,
    failed_at: '2026-11-21T14:03:09.000000+02:00',
    event: 'call_termination',
    callback_url,
    request_json: JSON.stringify({ call_id: id, company }),
  }
  return shownEvent(FailedEvent.parse(item), String(id))
}

function pageOf(...results: ShownEvent[]) {
  const page: ShownPage = {
    count: results.length,
    next: null,
    previous: null,
    is_first: true,
    fields: '',
    missing_columns: [],
    results,
    states: { version: '', results: [], replays: [] },
  }
  return [JSON.stringify({ page, text: '' })]
}

test('a row has the cells of its event between those that are the same in each row', () => {
  const { markup = '', ...rest } = drawFirstRows(pageOf(event(2), event(1)), ASKED) ?? {}
  expect(markup.match(/<tr>.*?<\/tr>/gs)).toHaveLength(2)
  expect(markup).toMatch(/^<tr><td>box<\/td><td class="c"><a id="[^"]*" href="[^"]*event=2"/)
  expect(markup).toContain('>Acme Cars</a>')
  expect(markup).toContain('datetime="2026-11-21T14:03:09.000000+02:00">21 Nov, 14:03:09</time>')
  expect(markup).toContain('<td>menu</td></tr>')
  expect(rest).toEqual({
    layoutKey: 'redial:table-layout:k1:failed-events',
    usualLayout: expect.stringContaining('"density":"comfortable"'),
  })
})

test('text of an event is never markup, nor a placeholder', () => {
  const company = '<img src=x onerror=alert(1)><!--cell failed_at-->'
  const { markup = '' } = drawFirstRows(pageOf(event(1, { company })), ASKED) ?? {}
  expect(markup).not.toContain('<img')
  expect(markup.match(/<time/g)).toHaveLength(1)
  expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test.each([
  ['a later page', { query: `${ASKED.query}&page=2` }],
  ['an open event', { query: `${ASKED.query}&event=1` }],
  ['a filter', { query: `${ASKED.query}&cause=refused` }],
  ['a list in another order', { query: `${ASKED.query}&view=all&sort=company` }],
  ['a service of somebody else', { session: { ...ASKED.session, is_foreign: true } }],
])('no rows are drawn for %s', (_name, changes) => {
  expect(drawFirstRows(pageOf(event(1)), { ...ASKED, ...changes })).toBeNull()
})

test.each([
  ['no events', pageOf()],
  ['an event without a receiver', pageOf(event(1, { callback_url: '' }))],
  ['two events with the same id', pageOf(event(1), { ...event(1), ordinal: 2 })],
  ['anything but a list', [JSON.stringify({ page: null, text: '{}' })]],
])('no rows are drawn of an answer with %s', (_name, answers) => {
  expect(drawFirstRows(answers, ASKED)).toBeNull()
})
