// Long: each of many random lists is read several times while it changes.

import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PAGINATORS } from '../../../../contract/testing/drf-pages.ts'
import { HttpError } from '../../../http/http-error.ts'
import { eventually } from '../../../testing/eventually.ts'
import { quickWait } from '../../../testing/held-clock.ts'
import { setRows } from '../../../testing/rows.ts'
import type { Caller } from '../../session/caller.ts'
import type { EventReader } from './event-reader.ts'
import { readingOf } from './mirror-store.ts'
import { type Happening, ModelList, type ModelListOptions } from './testing/model-list.ts'
import { copiesOfFile, TIME_ZONE } from './testing/start-copies.ts'

const copies = await copiesOfFile()
const { upstream, database } = copies
const clock = { now: () => performance.now(), wait: quickWait }

const RANGE = { list: 'call_events_fail', from_date: '2098-01-01', to_date: '2098-01-04' } as const

const place = fc.nat({ max: 30 })
const day = fc.nat({ max: 2 })

/** What happens to the requests and to the processes. */
const trouble = fc.constantFrom<Happening>(
  { kind: 'nothing' },
  { kind: 'refuses' },
  { kind: 'fails' },
  { kind: 'is busy' },
  { kind: 'restart' },
  { kind: 'crash' },
)
const arrival: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constant('arrives'),
  day,
  at: place,
})
const departure: fc.Arbitrary<Happening> = fc.record({ kind: fc.constant('leaves'), at: place })
/** What the count of the list doesn't show. */
const hidden: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('changes'), at: place }),
  fc.record({ kind: fc.constant('moves'), at: place, to: place }),
)

const happeningsOf = (happening: fc.Arbitrary<Happening>) => fc.array(happening, { maxLength: 25 })

const optionsWith = (happenings: fc.Arbitrary<Happening[]>) =>
  fc.record<ModelListOptions>({
    paginator: fc.constantFrom(...PAGINATORS, 'page number without count', 'no pages'),
    order: fc.constantFrom('newest first', 'oldest first', 'by chance'),
    days: fc.array(fc.nat({ max: 8 }), { minLength: 3, maxLength: 3 }),
    hasIds: fc.boolean(),
    hasTimes: fc.boolean(),
    pageSize: fc.integer({ min: 1, max: 4 }),
    happenings,
  })

/** More than any of these readings needs. */
const MOST_LOOKS = 1_000

/** Looks until the reading rests, and reads again after each failure. */
async function readToTheEnd(reader: () => EventReader, caller: Caller): Promise<number> {
  let looks = 0
  let mirrorId: number | null = null
  await eventually(async () => {
    if (++looks > MOST_LOOKS) throw new Error('the reading did not end')
    mirrorId = await lookOnce(reader(), caller)
    return mirrorId !== null
  })
  return mirrorId ?? 0
}

/** Returns the id of the copy when its reading rests. */
async function lookOnce(reader: EventReader, caller: Caller): Promise<number | null> {
  try {
    const mirrorId = await reader.requestRange(caller, RANGE)
    const reading = await readingOf(database.db, mirrorId, RANGE, TIME_ZONE)
    if (reading.problem !== null) await reader.change(caller, RANGE, 'again')
    return reading.is_complete && !reading.is_reading && reading.problem === null ? mirrorId : null
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await reader.change(caller, RANGE, 'again').catch(() => {})
    return null
  }
}

let runs = 0

/** A list that changes while it is read to the end, and then no more. */
async function readWhileItChanges(model: ModelListOptions) {
  const start = () => copies.process({ clock, timings: { eventRereadMs: 60_000 } })
  const processes = [start()]
  const reader = () => processes.at(-1) ?? start()
  const caller = copies.caller(`account ${++runs}`)
  const list = new ModelList(model, kind => {
    if (kind === 'restart') void reader().stop()
    else void endLease(caller)
    processes.push(start())
  })
  upstream.behave(list.handle)
  await readToTheEnd(reader, caller)
  list.becomeQuiet()
  return {
    list,
    caller,
    reader,
    async copied() {
      const mirrorId = await readToTheEnd(reader, caller)
      const { rows } = await sql<{ event: string }>`
        select call_id || ' ' || error as event from listed_event
        where mirror_id = ${mirrorId} order by day desc, position
      `.execute(database.db)
      await Promise.all(processes.map(process => process.stop()))
      return rows.map(({ event }) => event)
    },
  }
}

/** As if the reading process had crashed. It continues until it notices that another one reads. */
async function endLease({ account }: Caller) {
  await setRows(
    database.db,
    'event_mirror',
    { account },
    { lease_until: sql`now() - interval '1 second'` },
  )
}

test('however a list changes while it is read, once it is quiet and read again the copy equals it', async () => {
  await fc.assert(
    fc.asyncProperty(
      optionsWith(happeningsOf(fc.oneof(trouble, arrival, departure, hidden))),
      async model => {
        const { list, caller, reader, copied } = await readWhileItChanges(model)
        await reader().change(caller, RANGE, 'again')
        expect(await copied()).toEqual(list.events)
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )
})

test('a list that only grows is copied without anybody asking to read it again', async () => {
  const happenings = happeningsOf(fc.oneof(trouble, arrival))
  const options = optionsWith(happenings).map(model => ({ ...model, hasIds: true }))
  await fc.assert(
    fc.asyncProperty(options, async model => {
      const { list, caller, copied } = await readWhileItChanges(model)
      await copies.age(caller)
      expect((await copied()).toSorted()).toEqual(list.events.toSorted())
    }),
    { numRuns: 40, endOnFailure: true },
  )
})

/** Two changes that the count shows, among troubles. What a crashed process asks for is not read. */
const twoChanges = fc
  .tuple(
    happeningsOf(trouble.filter(({ kind }) => kind !== 'crash')),
    fc.array(fc.oneof(arrival, departure), { maxLength: 2 }),
    place,
    place,
  )
  .map(([troubles, changes, ...places]) =>
    changes.reduce((all, change, index) => all.toSpliced(places[index] ?? 0, 0, change), troubles),
  )

test('a counted list that changes twice while it is read is copied exactly in the third pass', async () => {
  const options = optionsWith(twoChanges)
    .filter(({ paginator }) => paginator === 'page number' || paginator === 'limit and offset')
    .map(model => ({ ...model, hasTimes: true }))
  await fc.assert(
    fc.asyncProperty(options, async model => {
      const { list, copied } = await readWhileItChanges(model)
      expect((await copied()).toSorted()).toEqual(list.events.toSorted())
    }),
    { numRuns: 40, endOnFailure: true },
  )
})
