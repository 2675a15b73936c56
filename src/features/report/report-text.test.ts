import { describe, expect, test } from 'vitest'
import type { ReportedEvent } from '../../../contract/event/reported-event.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import { fileRow } from '../../files/file-cell.ts'
import { tableFile } from '../../files/table-file.ts'
import { safeFileName } from '../../ui/download/save-text.ts'
import {
  FILE_COLUMNS,
  figuresOf,
  fileSummary,
  fileTitle,
  formatCause,
  formatDays,
  formatFigures,
  reportText,
  summarise,
} from './report-text.ts'

const RANGE = { from: '2026-11-25', to: '2026-11-26' }
const RUN = '11111111-1111-4111-8111-111111111111'

let made = 0
function event(facts: Partial<ReportedEvent> = {}): ReportedEvent {
  const nothing = { state: null, state_at: null, delivery: null } as const
  const call = { company: 'Acme', caller_number: '27821230001', tracking_number: null }
  return {
    ...{ ...nothing, ...call, receiver_url: null, call_at: null, cause: '' },
    list: 'call_events_fail',
    id: String(++made),
    call_id: '20783046',
    failed_at: '2026-11-25T21:33:02+02:00',
    ...facts,
  }
}

/** Delivered so many hours after its failure. */
const delivered = (hours: number, facts: Partial<ReportedEvent> = {}) => {
  const at = new Date(Date.parse('2026-11-25T21:33:02+02:00') + hours * 3_600_000).toISOString()
  const delivery = { at, run_id: RUN, started_at: '2026-11-25T20:30:00.000Z' }
  return event({ state: 'delivered', state_at: at, delivery, ...facts })
}
const aiEvent = { list: 'transcription_events_fail' } as const
const handled = { state: 'handled', state_at: '2026-11-26T08:00:00Z' } as const

const summary = (events: ReportedEvent[], isOfOneCompany = true) =>
  summarise(figuresOf(events), formatDays(RANGE), isOfOneCompany)

test.each([
  ['Acme Cars, from 25 to 26 November 2026', 'report-2026-11-25-to-2026-11-26-Acme-Cars.xlsx'],
  ['Acme Cars', 'report-2026-11-25-to-2026-11-26-Acme-Cars.xlsx'],
  [undefined, 'report-2026-11-25-to-2026-11-26.xlsx'],
])('the file of a report about %s has its days once', (about, name) => {
  expect(safeFileName(fileTitle(RANGE, about), 'xlsx')).toBe(name)
})

describe('the summary', () => {
  const days = 'from 25 to 26 November 2026'

  test.each([
    [[delivered(1), event(handled)], `None of your 2 failed calls ${days} is missing now.`],
    [[delivered(1), event()], `1 of your 2 failed calls ${days} is still missing.`],
    [[event(), event()], `All 2 of your failed calls ${days} are still missing.`],
    [[event()], `Your failed call ${days} is still missing.`],
    [[delivered(1)], `Your failed call ${days} is not missing now.`],
    [
      [delivered(1), delivered(2), delivered(1, aiEvent), event(aiEvent)],
      `1 of your 2 failed AI events ${days} is still missing, but none of your 2 failed calls.`,
    ],
    [[], `Nothing failed ${days}.`],
  ])('says what is missing (%#)', (events, expected) => {
    expect(summary(events)).toBe(expected)
  })

  test('does not say that nothing failed if not all is loaded', () => {
    expect(summarise(figuresOf([]), formatDays(RANGE), false, false)).toBe(
      `No events that failed ${days} are loaded.`,
    )
  })

  test('says “your” only about the events of one company', () => {
    expect(summary([delivered(1), delivered(2)], false)).toBe(
      `None of the 2 failed calls ${days} is missing now.`,
    )
  })

  test('names the times of a part of a day', () => {
    expect(formatDays({ ...RANGE, from_time: '08:00', to_time: '12:30' })).toBe(
      `${days} (from 08:00 until 12:30)`,
    )
  })
})

test.each(['sending', 'failed_again'] as const)('an event that is %s is still missing', state => {
  expect(figuresOf([event({ state })])).toMatchObject({ missing: 1 })
})

test('an event that was delivered once is not missing while it is sent again', () => {
  expect(figuresOf([delivered(1, { state: 'sending', state_at: null })]).missing).toBe(0)
})

test('the figures have the time until half were delivered, and the longest times', () => {
  const ids = { call_id: null }
  const events = [delivered(1, ids), delivered(60, ids), delivered(3, ids), event()]
  expect(formatFigures(figuresOf(events)).slice(-2)).toEqual([
    {
      label: 'Time until delivery',
      values: ['Half of the 3 delivered events within 3\u00a0h\u00a000\u00a0min'],
    },
    {
      label: 'Longest times until delivery',
      values: [
        `2\u00a0days\u00a012\u00a0h: Event ${events[1]?.id}`,
        `3\u00a0h\u00a000\u00a0min: Event ${events[2]?.id}`,
        `1\u00a0h\u00a000\u00a0min: Event ${events[0]?.id}`,
      ],
    },
  ])
})

test('a count of thousands is a count, too', () => {
  const [failed] = formatFigures(figuresOf(Array.from({ length: 1_234 }, () => event())))
  expect(failed).toEqual({ label: 'Failed', values: ['1,234'], isCount: true })
})

test('events without an id or a time of failure are counted', () => {
  const id = `content-${'0'.repeat(32)}`
  expect(figuresOf([event({ id }), event({ failed_at: null })])).toMatchObject({
    withoutId: 1,
    withoutTime: 1,
  })
})

test('the text has a line for each event, with its delivery and the replay', () => {
  const receiver_url = 'https://crm.example/hook?key=secret'
  const events = [
    delivered(1, { receiver_url, call_at: '2026-11-25T21:31:07+02:00' }),
    event(handled),
    event({ ...aiEvent, id: '7', state: 'sending' }),
  ]
  const figures = figuresOf(events)
  const text = reportText(
    events,
    { summary: 'Summary.', figures, notes: ['What is unknown.'], about: 'Acme' },
    timesIn('Africa/Johannesburg'),
  )
  expect(text.split('\n').slice(-5)).toEqual([
    'Call 20783046 (called 25 Nov, 21:31:07, from +27 82 *** **01), failed 25 Nov, 21:33:02, delivered 25 Nov, 22:33:02 to crm.example/hook, by the replay started 25 Nov, 22:30:00 (11111111)',
    'Call 20783046 (from +27 82 *** **01), failed 25 Nov, 21:33:02, handled elsewhere 26 Nov, 10:00:00',
    'AI event 7 of call 20783046 (from +27 82 *** **01), failed 25 Nov, 21:33:02, being sent now',
    '',
    'What is unknown.',
  ])
})

test('a text with many events says that a file has the others', () => {
  const events = Array.from({ length: 503 }, () => event())
  const about = { summary: '', figures: figuresOf(events), notes: [], about: undefined }
  expect(reportText(events, about, timesIn('UTC'))).toContain('\n3 more are in the file.\n')
})

test('a file has what the page shows: the heading, the figures, and events with masked callers', async () => {
  const receiver_url = 'https://crm.example/hook?key=secret'
  const rows = [delivered(1, { receiver_url }), event({ cause: 'No answer' })]
  const facts = { summary: 'Summary.', figures: figuresOf(rows), notes: ['Note.'], about: 'Acme' }
  const contents = { columns: FILE_COLUMNS, rows, summary: fileSummary(facts, 'Made by Thandi') }
  const file = await tableFile({ ...contents, format: 'csv', timeZone: 'UTC' })
  const call = 'Call,20783046,EVENT,Acme,,tel:+2782*****01,2026-11-25T21:33:02+02:00'
  const lines = (await file.text()).split('\r\n')
  expect(lines.map(line => line.replace(/^(Call,\d+),\d+/, '$1,EVENT'))).toEqual([
    'Acme',
    'Summary.',
    'Made by Thandi',
    '',
    'Failed,2',
    'Delivered by a replay,1',
    'Handled elsewhere,0',
    'Still missing,1',
    'Time until delivery,1\u00a0h\u00a000\u00a0min',
    'Longest times until delivery,1\u00a0h\u00a000\u00a0min: Call 20783046',
    '',
    'Note.',
    '',
    'Event,Call ID,Event ID,Company,Call at,Caller,Failed at,Why it failed,State,Delivered at,Delivered to,Replay started at,By replay',
    `${call},,Delivered,2026-11-25T20:33:02.000Z,crm.example/hook,2026-11-25T20:30:00.000Z,11111111`,
    `${call},No answer,Still missing,,,,`,
    '',
  ])
})

test('moments are dates in a workbook, and keep their offset in a CSV', () => {
  const failed_at = '2026-11-25T21:33:02+02:00'
  expect(fileRow(FILE_COLUMNS, 'xlsx', event())).toContainEqual(new Date(failed_at))
  expect(fileRow(FILE_COLUMNS, 'csv', event())).toContain(failed_at)
})

test('a cause doesn’t name the caller either', () => {
  const cause = 'The service says: no contact +27 82 555 0101'
  const masked = formatCause(event({ cause, caller_number: '+27825550101' }))
  expect(masked).toMatch(/^The service says: no contact /)
  expect(masked).not.toMatch(/555 ?0101/)
})
