import { expect, test } from 'vitest'
import { FailedEventRecord } from '../../contract/failed-event.ts'
import { pageOf } from '../../contract/pages/page.ts'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { addFailedEvents, addPartner, NOW, openTestService } from '../testing/test-service.ts'
import { daysBefore, remove } from './testing/retention-test.ts'

const Page = pageOf(FailedEventRecord)
const list = 'call_events_fail'

const service = await closedAfterAll(openTestService())
const partner = await addPartner(service.database, 'P-1')
const other = await addPartner(service.database, 'P-2')
for (const days of [12, 11, 10]) await record(partner.id, days, 5)
await record(other.id, 11, 3)

function record(partnerId: number, days: number, count: number): Promise<number[]> {
  const failure = { failed_at: daysBefore(NOW, days), request_json: '{}' }
  return addFailedEvents(service.database, partnerId, Array(count).fill(failure))
}

/** The days of all events, page by page; each page has to say how many there are. */
async function listedDays(): Promise<string[]> {
  const days: string[] = []
  const counts = new Set<number>()
  for (let page = 1, isLast = false; !isLast; page++) {
    const query = `from_date=2026-01-01&page_size=2&page=${page}`
    const { body } = await service.ask('GET', `/v1/${list}/?${query}`, { token: partner.token })
    const { count, next, results } = Page.parse(body)
    counts.add(count)
    days.push(...results.map(({ failed_at }) => failed_at.slice(0, 10)))
    isLast = next === null
  }
  expect([...counts]).toEqual([days.length])
  return days
}

test('counts and pages are exact after each batch, and an interrupted removal continues', async () => {
  const tenth = Array(5).fill('2026-11-11')
  const eleventh = Array(5).fill('2026-11-10')
  const interrupt = new AbortController()
  const listed: string[][] = []
  const wait = async () => {
    listed.push(await listedDays())
    if (listed.length === 3) interrupt.abort(new Error('Redial stops'))
  }
  const removal = { wait, signal: interrupt.signal }
  const removing = remove(service.database, NOW, { FAILED_EVENT_RETENTION: 10 }, removal)
  await expect(removing).rejects.toThrow('Redial stops')
  expect(listed).toEqual([
    [...tenth, ...eleventh, ...Array(3).fill('2026-11-09')],
    [...tenth, ...eleventh, '2026-11-09'],
    [...tenth, ...Array(3).fill('2026-11-10')],
  ])

  // A failure that is recorded late takes the next place of its day.
  await record(partner.id, 11, 1)
  expect(await listedDays()).toEqual([...tenth, ...Array(4).fill('2026-11-10')])
  const removed = await remove(service.database, NOW, { FAILED_EVENT_RETENTION: 10 })
  expect(removed).toMatchObject({ failed_events: 7 })
  expect(await listedDays()).toEqual(tenth)
  const days = service.database.db.selectFrom('failed_event_day').selectAll()
  expect(await days.execute()).toHaveLength(1)
})
