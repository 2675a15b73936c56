import { expect, test } from 'vitest'
import { recentDays } from '../../../../contract/day-counts.ts'
import { drawFirstCards } from './draw-first-cards.tsx'

const today = '2026-11-26'
const session = {
  signed_in: true,
  name: 'Thandi',
  service: 'Redial',
  time_zone: 'Africa/Johannesburg',
}
const asked = { query: '', session, today }

/** Ten calls and no AI events on each day, of which three calls of today have recovered. */
function answers(lines = recentDays(today)): string[] {
  const counted = lines.map(({ list, day }) => ({
    list,
    day,
    count: list === 'call_events_fail' ? 10 : 0,
  }))
  return [
    counted.map(line => `${JSON.stringify(line)}\n`).join(''),
    JSON.stringify({ results: [{ day: today, count: 3, handled: 1 }] }),
    JSON.stringify({ results: [] }),
  ]
}

/** The text of each part. */
function partsOf(markup = ''): Record<string, string> {
  const parts = markup.split(/(?=<\w+[^>]* data-part-of-first=")/)
  return Object.fromEntries(
    parts.map(part => [
      /data-part-of-first="([^"]*)"/.exec(part)?.[1],
      part
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ]),
  )
}

test('the counts are drawn as the cards of Overview show them', () => {
  const parts = partsOf(drawFirstCards(answers(), asked)?.markup)
  expect(parts).toMatchObject({
    days: 'Days in SAST',
    'missing-call_events_fail': '67 failed calls still missing 3 of 70 recovered',
    'missing-transcription_events_fail': '0 failed AI events still missing',
    'today-call_events_fail': '10 failed calls today 7 still missing',
    'today-transcription_events_fail': '0 failed AI events today',
  })
  expect(parts['chart-call_events_fail']).toMatch(
    /^Failed calls 297 of 300 failed calls still missing 0 5 10 29 Oct .* 26 Nov$/,
  )
})

test('what only returning people see says nothing of their last visit', () => {
  const { markup = '', visitKey } = drawFirstCards(answers(), asked) ?? {}
  expect(visitKey).toBe('redial-last-visit Redial')
  expect(markup.match(/data-for="returning"/g)).toHaveLength(4)
  expect(partsOf(markup)).toMatchObject({ 'visit-title': 'Since your last visit' })
  expect(markup).toMatch(
    /data-before="today-call_events_fail"[^>]*>.*?Counting….*?new failed calls/,
  )
})

test('a day has a bar for what is missing and one for what has recovered', () => {
  const { markup = '' } = drawFirstCards(answers(), asked) ?? {}
  expect(markup.match(/data-count="known"/g)).toHaveLength(60)
  expect(markup.match(/data-part="missing" data-style="--share:100%"/g)).toHaveLength(29)
  expect(markup.match(/data-style="--share:30%"/g)).toHaveLength(1)
  expect(markup.match(/data-style="--share:70%"/g)).toHaveLength(1)
})

test('nothing is drawn for the table', () => {
  expect(drawFirstCards(answers(), { ...asked, query: 'days=table' })).toBeNull()
})

test('nothing is drawn if a count is missing', () => {
  expect(() => drawFirstCards(answers(recentDays(today).slice(1)), asked)).toThrow('not counted')
})
