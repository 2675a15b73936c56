import { expect, test } from 'vitest'
import { type CountedDay, type DayCountLine, recentDays } from '../../../contract/day-counts.ts'
import { countDays } from './day-count-routes.ts'

const DAYS = recentDays('2026-11-24')

const counted = (day: CountedDay): DayCountLine => ({ ...day, count: 1 })
const failed = (day: CountedDay, status: number): DayCountLine => ({
  ...day,
  status,
  text: '',
  retry_after: null,
  is_signed_out: false,
  reference: 'a',
})

async function countAll(count: (day: CountedDay) => DayCountLine) {
  const asked: CountedDay[] = []
  const lines: DayCountLine[] = []
  const ask = async (day: CountedDay) => {
    asked.push(day)
    return count(day)
  }
  for await (const line of countDays(DAYS, ask)) lines.push(line)
  return { asked, lines }
}

test('days are counted in their order, two at a time', async () => {
  const asked: CountedDay[] = []
  const answers: (() => void)[] = []
  const lines = countDays(DAYS, day => {
    asked.push(day)
    return new Promise(resolve => answers.push(() => resolve(counted(day))))
  })
  const first = lines.next()
  expect(asked).toEqual(DAYS.slice(0, 2))
  answers[1]?.()
  expect((await first).value).toEqual(
    counted({ list: 'transcription_events_fail', day: '2026-11-24' }),
  )
  const second = lines.next()
  expect(asked).toEqual(DAYS.slice(0, 3))
  answers[0]?.()
  await second
  void lines.next()
  expect(asked).toEqual(DAYS.slice(0, 4))
})

test('after three failures, no other day is requested', async () => {
  const { asked } = await countAll(day => failed(day, 502))
  expect(asked.length).toBeLessThanOrEqual(4)
})

test.each([401, 429])('after a %i, no other one is asked for', async status => {
  const { asked } = await countAll(day => failed(day, status))
  expect(asked).toEqual(DAYS.slice(0, 2))
})

test.each([403, 404])('after a %i, only the other list is counted', async status => {
  const { asked, lines } = await countAll(day =>
    day.list === 'call_events_fail' ? counted(day) : failed(day, status),
  )
  expect(asked.filter(({ list }) => list !== 'call_events_fail')).toHaveLength(1)
  expect(lines.filter(line => 'count' in line)).toHaveLength(DAYS.length / 2)
})

test('after a day without a count, no other day of its list is asked for', async () => {
  const { asked, lines } = await countAll(day =>
    day.list === 'call_events_fail' ? { ...day, count: null } : counted(day),
  )
  expect(asked.filter(({ list }) => list === 'call_events_fail')).toHaveLength(1)
  expect(lines).toHaveLength(DAYS.length)
})
