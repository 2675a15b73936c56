import * as z from 'zod/mini'
import { STANDARD_FIELDS } from '../contract/fields/field-map.ts'
import { fieldAt } from '../contract/fields/field-path.ts'
import { readEvent } from '../contract/fields/read-event.ts'
import { attemptsOf, recognizeFields } from '../contract/fields/recognize-fields.ts'
import { MAX_PAGE_SIZE } from '../contract/pages/page.ts'
import { addDays, dayOf } from '../contract/time/calendar-date.ts'
import { CallTerminationPayload, MissedCallPayload } from '../contract/webhook-payload.ts'
import { countOf, describeList, FULL_PAGE, pathOf, readList, shapeProblems } from './lists.ts'
import type { Outcome, Probing } from './report.ts'

const NO_EVENTS = 'No events could be read. More --days may help.'

/** The events of a list, read with the names that its fields seem to have. */
async function readEvents(
  { service, timeZone: zone, ...probing }: Probing,
  path: string,
  range = probing.range,
) {
  const list = readList(await service.get(pathOf(path, { ...range, ...FULL_PAGE })))
  const items = list.page?.results ?? []
  const map = recognizeFields(items, { zone, range })
  const events = items.map(item => readEvent(item, { map, zone }))
  return { list, items, map, events }
}

export async function failedEvents(probing: Probing, path: string): Promise<Outcome> {
  const { list, items } = await readEvents(probing, path)
  if (list.page === null) return { fails: [list.why] }
  const isLong = Array.isArray(list.json) && items.length > MAX_PAGE_SIZE
  const note = `${describeList(list)} since ${probing.range.from_date}`
  return { differs: [isLong ? `no pages: all ${items.length} rows at once` : null], note }
}

export async function eventFields(probing: Probing, path: string): Promise<Outcome> {
  const { items, events, map } = await readEvents(probing, path)
  if (items.length === 0) return { unseen: NO_EVENTS }
  // Quoted first, because a part of a token would not be recognised as such.
  const shorten = (value: unknown) =>
    probing.quote(typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 60)
  const values = {
    item: items,
    attempt: attemptsOf(items, map.item.attempts),
    payload: events.map(({ payload }) => payload),
  }
  const parts = ['item', 'attempt', 'payload'] as const
  const hasFields = parts.some(part => Object.values(map[part]).some(Boolean))
  if (!hasFields) return { unseen: 'No field has a name or values that Redial recognises.' }
  const differs = parts.flatMap(part => {
    const standard: Record<string, string | null> = STANDARD_FIELDS[part]
    return Object.entries(map[part]).flatMap(([meaning, field]) => {
      if (field === null || field === standard[meaning]) return []
      const example = values[part].map(value => fieldAt(value, field)).find(value => value != null)
      return [`${meaning} in ${field} (such as ${shorten(example)})`]
    })
  })
  return { differs }
}

const UsableEvent = z.object({
  id: z.string(),
  failed_at: z.string(),
  outcome: z.object({}),
  callback_url: z.url({ protocol: /^https$/ }),
  payload: z.record(z.string(), z.unknown()),
})

export async function eventValues(probing: Probing, path: string): Promise<Outcome> {
  const { events } = await readEvents(probing, path)
  if (events.length === 0) return { unseen: NO_EVENTS }
  const { payload } = UsableEvent.shape
  const hasPayload = events.some(event => payload.safeParse(event.payload).success)
  const ids = events.flatMap(({ id }) => id ?? [])
  const repeated = ids.length - new Set(ids).size
  return {
    fails: [hasPayload ? null : 'no event has a JSON object as its payload'],
    differs: [
      shapeProblems(UsableEvent, events),
      repeated > 0 ? `${repeated} of ${events.length} have the id of another event` : null,
    ],
  }
}

export async function payloads(probing: Probing, path: string): Promise<Outcome> {
  const { events } = await readEvents(probing, path)
  if (events.length === 0) return { unseen: NO_EVENTS }
  const of = (isMissed: boolean) =>
    events
      .filter(({ event }) => (event === 'missed_call_saver') === isMissed)
      .map(({ call }) => call)
  return {
    differs: [
      shapeProblems(CallTerminationPayload, of(false)),
      shapeProblems(MissedCallPayload, of(true)),
    ],
    note: `${events.length} looked at`,
  }
}

/** No service of this kind is so old. */
const LONG_AGO = { from_date: '2000-01-01', to_date: '2000-01-02' }

export async function dates(probing: Probing, path: string): Promise<Outcome> {
  const { list: past } = await readEvents(probing, path, LONG_AGO)
  if (past.page === null) return { fails: [`${LONG_AGO.from_date}: ${past.why}`] }
  const count = countOf(past.page)
  if (count > 0) return { fails: [`${count} events on ${LONG_AGO.from_date}`] }
  const { items } = await readEvents(probing, path)
  return items.length === 0 ? { unseen: NO_EVENTS } : {}
}

export async function days(probing: Probing, path: string): Promise<Outcome> {
  const { timeZone, range } = probing
  const daysOf = (events: { failed_at: string | null }[]) =>
    events.flatMap(({ failed_at }) =>
      failed_at === null ? [] : dayOf(new Date(failed_at), timeZone),
    )
  const { events } = await readEvents(probing, path)
  const day = daysOf(events)
    .filter(day => day >= range.from_date && day < range.to_date)
    .toSorted()
    .at(-1)
  if (day === undefined) return { unseen: 'No event has a time of failure in these days.' }
  const until = await readEvents(probing, path, { from_date: day, to_date: day })
  const whole = await readEvents(probing, path, { from_date: day, to_date: addDays(day, 1) })
  const others = daysOf(whole.events).filter(other => other !== day).length
  return {
    differs: [
      until.items.length > 0 ? 'to_date is included' : null,
      whole.items.length === 0 ? `no events if only ${day} is requested` : null,
      others > 0
        ? `${others} of ${whole.items.length} events of ${day} failed on another day`
        : null,
    ],
  }
}
