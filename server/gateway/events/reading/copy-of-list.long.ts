// Long: each of many random lists is read several times while it changes.

import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PAGINATORS } from '../../../../contract/testing/drf-pages.ts'
import { HttpError } from '../../../http/http-error.ts'
import { eventually } from '../../../testing/eventually.ts'
import { quickWait } from '../../../testing/held-clock.ts'
import type { Caller } from '../../session/caller.ts'
import type { EventReader } from './event-reader.ts'
import { readingOf } from './reading.ts'
import { type Happening, ModelList, type ModelListOptions } from './testing/model-list.ts'
import { copiesOfFile, TIME_ZONE } from './testing/start-copies.ts'

const copies = await copiesOfFile()
const { upstream, database } = copies
const clock = { now: () => performance.now(), wait: quickWait }

const RANGE = { list: 'call_events_fail', from_date: '2999-01-01', to_date: '2999-01-04' } as const

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.constantFrom<Happening>(
    { kind: 'nothing' },
    { kind: 'refuses' },
    { kind: 'fails' },
    { kind: 'is busy' },
    { kind: 'restart' },
  ),
  fc.record({ kind: fc.constant('arrives'), day: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('leaves'), at: fc.nat({ max: 30 }) }),
)

const options: fc.Arbitrary<ModelListOptions> = fc.record({
  paginator: fc.constantFrom(...PAGINATORS, 'no pages'),
  days: fc.array(fc.nat({ max: 8 }), { minLength: 3, maxLength: 3 }),
  hasIds: fc.boolean(),
  hasTimes: fc.boolean(),
  pageSize: fc.integer({ min: 1, max: 4 }),
  happenings: fc.array(happening, { maxLength: 25 }),
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
    const mirrorId = await reader.want(caller, RANGE)
    const reading = await readingOf(database.db, mirrorId, RANGE, TIME_ZONE)
    if (reading.problem !== null) await reader.change(caller, RANGE, 'again')
    return reading.is_complete && !reading.is_reading && reading.problem === null ? mirrorId : null
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await reader.change(caller, RANGE, 'again').catch(() => {})
    return null
  }
}

test('however a list changes while it is read, once it is quiet and read again the copy equals it', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(options, async model => {
      const start = () => copies.process({ clock, timings: { eventRereadMs: 60_000 } })
      let reader = start()
      const list = new ModelList(model, () => {
        void reader.stop()
        reader = start()
      })
      upstream.behave(list.handle)
      const caller = copies.caller(`account ${++runs}`)
      await readToTheEnd(() => reader, caller)
      list.becomeQuiet()
      await reader.change(caller, RANGE, 'again')
      const mirrorId = await readToTheEnd(() => reader, caller)
      const { rows } = await sql<{ call_id: string }>`
        select call_id from listed_event where mirror_id = ${mirrorId} order by day desc, position
      `.execute(database.db)
      await reader.stop()
      expect(rows.map(({ call_id }) => call_id)).toEqual(list.calls)
    }),
    { numRuns: 40, endOnFailure: true },
  )
})
