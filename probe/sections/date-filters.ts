import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
import { errorShape, formatAnswer } from '../answer-messages.ts'
import { type FailedItem, failedItems, newestDay } from '../failed-items.ts'
import { differs, type Finding, fails, holds, unseen } from '../finding.ts'
import { type List, pathOf } from '../lists.ts'
import type { Probing } from '../probing.ts'
import { countOf, formatListAnswer, type ListAnswer, readList } from '../read-list.ts'

/** No service of this kind is so old. */
const LONG_AGO = { from_date: '2000-01-01', to_date: '2000-01-02' }

/** from_date and to_date of a failed-event list, about which docs/interface.md says little. */
export async function dateFilters(
  probing: Probing,
  list: List,
  wide: ListAnswer,
  rows: FailedItem[],
): Promise<Finding[]> {
  return [
    await rangeIsHeeded(probing, list, countOf(wide)),
    await defaultDays(probing, list),
    await wrongDate(probing, list),
    await backwardDays(probing, list),
    ...(await oneDay(probing, list, rows)),
  ]
}

async function rangeIsHeeded(probing: Probing, list: List, wide: number): Promise<Finding> {
  const what = 'from_date and to_date choose what is listed'
  const answer = await ask(probing, list, LONG_AGO)
  const count = countOf(answer)
  if (answer.kind === 'none') {
    const dashboard = 'Shows an error for days on which nothing failed, instead of saying so.'
    return fails(what, { found: `of a day long ago: ${answer.why}`, dashboard })
  }
  if (count > 0) {
    const dashboard = 'Shows the same events whatever days are chosen.'
    return fails(what, { found: `${count} events on 2000-01-01`, dashboard })
  }
  if (wide === 0) return unseen(what, 'The list has no rows in these days either.')
  return holds(what)
}

async function defaultDays(probing: Probing, list: List): Promise<Finding> {
  const what = 'Without dates the list is that of today'
  const { service, quote, today } = probing
  const open = readList(await service.get(list.path), quote)
  const named = await ask(probing, list, { from_date: today, to_date: addDays(today, 1) })
  const dashboard = 'Always names both days.'
  if (open.kind === 'none') return differs(what, { found: open.why, dashboard })
  if (named.kind === 'none') return unseen(what, named.why)
  // Something may have failed between the two requests.
  if (Math.abs(countOf(open) - countOf(named)) <= 1) return holds(what)
  const found = `${countOf(open)} events without dates, ${countOf(named)} of ${today}`
  return differs(what, { found, dashboard })
}

async function wrongDate(probing: Probing, list: List): Promise<Finding> {
  const what = 'A wrong date is a 400 with messages by field'
  const { service, quote } = probing
  const answer = await service.get(`${list.path}?from_date=2026-13-45`)
  if (answer.status === 400 && errorShape(answer.json) === 'Validation') return holds(what)
  const dashboard = 'Never requests an invalid date.'
  return differs(what, { found: formatAnswer(answer, quote), dashboard })
}

async function backwardDays(probing: Probing, list: List): Promise<Finding> {
  const what = 'A range that ends before it begins (left open)'
  const { service, quote, today } = probing
  const query = new URLSearchParams({ from_date: today, to_date: addDays(today, -7) })
  const answer = await service.get(`${list.path}?${query}`)
  const read = readList(answer, quote)
  return holds(what, { found: formatListAnswer(read) })
}

/** How the service treats a single day: in which zone, and whether `to_date` is included. */
async function oneDay(probing: Probing, list: List, rows: FailedItem[]): Promise<Finding[]> {
  const end = 'to_date is not included (left open)'
  const zone = `A day is one of ${probing.timeZone} (left open)`
  const day = newestDay(rows, probing)
  if (day === null) {
    return [end, zone].map(what => unseen(what, 'No row tells when it failed.'))
  }
  const until = await ask(probing, list, { from_date: day, to_date: day })
  const whole = await ask(probing, list, { from_date: day, to_date: addDays(day, 1) })
  return [toDate(end, until, whole), dayOfRows(zone, day, whole, probing.timeZone)]
}

function toDate(what: string, until: ListAnswer, whole: ListAnswer): Finding {
  if (countOf(whole) === 0) return unseen(what, 'The newest day could not be asked for alone.')
  // What the dashboard asks for is never this; an error is as good as an empty list.
  if (countOf(until) === 0) return holds(what)
  return differs(what, {
    found: 'it is included',
    dashboard:
      'Asks up to the day after the last one, so that this day is shown as well, and Overview counts it for both days.',
  })
}

function dayOfRows(what: string, day: string, whole: ListAnswer, timeZone: string): Finding {
  const stamps =
    whole.kind === 'none'
      ? []
      : failedItems(whole.items).flatMap(({ event }) => event.failed_at ?? [])
  if (stamps.length === 0) return unseen(what, 'No row tells when it failed.')
  const outside = stamps.filter(stamp => dayOf(new Date(stamp), timeZone) !== day)
  if (outside.length === 0) return holds(what, { found: offsetsOf(stamps) })
  const isUtc = stamps.every(stamp => dayOf(new Date(stamp), 'UTC') === day)
  return differs(what, {
    found: `${outside.length} of ${stamps.length} rows of ${day} failed on another day there${isUtc ? '; in UTC all fit' : ''}`,
    dashboard:
      'Asks for days as they are in its own setting TIME_ZONE: set it to the zone of the service.',
  })
}

function offsetsOf(stamps: string[]): string {
  const offsets = new Set(stamps.map(stamp => /(Z|[+-]\d\d:?\d\d)$/.exec(stamp)?.[0] ?? 'none'))
  return `times with offset ${[...offsets].join(', ')}`
}

async function ask(
  probing: Probing,
  list: List,
  days: { from_date: string; to_date: string },
): Promise<ListAnswer> {
  const path = pathOf(list, { range: days }, { page: '1', page_size: '100' })
  return readList(await probing.service.get(path), probing.quote)
}
