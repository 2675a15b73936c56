import type { Kysely } from 'kysely'
import type { ReadingChange } from '../../../contract/events.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../session/caller.ts'
import { type EventRange, requireDay } from './event-parameters.ts'
import { eventStatesVersion } from './event-states.ts'

export type EventRoutesOptions = {
  db: Kysely<Schema>
  timeZone: string
  eventReader: {
    /** Reads the range while somebody wants it, and returns the id of the account's copy of the list. */
    want(caller: Caller, range: EventRange): Promise<number>
    change(caller: Caller, range: EventRange, action: ReadingChange['action']): Promise<unknown>
  }
}

/**
 * Has the range read. The version changes whenever an event of the account's list, its reading or its state may have
 * changed. Read it first, so that the next answer has another one if something changes in between.
 *
 * @throws HttpError 400 if the range has no day, and what the service answers if it refuses the list
 */
export async function lookAtRange(
  { db, eventReader }: EventRoutesOptions,
  caller: Caller,
  range: EventRange,
): Promise<{ mirrorId: number; version: string }> {
  requireDay(range)
  const mirrorId = await eventReader.want(caller, range)
  const [mirror, states] = await Promise.all([
    db.selectFrom('event_mirror').select('version').where('id', '=', mirrorId).executeTakeFirst(),
    eventStatesVersion(db, range.list, caller),
  ])
  return { mirrorId, version: `${mirror?.version ?? 0}-${states}` }
}
