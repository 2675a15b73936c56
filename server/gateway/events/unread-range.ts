import type { Kysely } from 'kysely'
import type { EventsFilter, Reading } from '../../../contract/events.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../session/caller.ts'

type Range = Pick<EventsFilter, 'list' | 'from_date' | 'to_date'>

/** Finds the copy of a list, without reading the list. */
export function copyFinder(db: Kysely<Schema>) {
  return {
    async want({ service, account }: Caller, { list }: Range): Promise<number> {
      const { id } = await db
        .insertInto('event_mirror')
        .values({ service, account, list })
        .onConflict(conflict =>
          conflict.columns(['service', 'account', 'list']).doUpdateSet({ list }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async change(): Promise<void> {},
  }
}

/** What is known of a range that nobody reads. */
export async function readingOf(
  _db: Kysely<Schema>,
  _mirrorId: number,
  _range: Range,
  _timeZone: string,
): Promise<Reading> {
  return {
    count: null,
    read: 0,
    is_complete: false,
    read_at: null,
    is_reading: false,
    wait: null,
    is_stopped: false,
    problem: null,
  }
}
