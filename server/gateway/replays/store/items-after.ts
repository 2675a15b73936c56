import type { Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'

/** Behind which item of a run, in the order of the service's list; `pass` is null before the first one. */
export type PlaceInRun = { pass: number | null; item: number }

/**
 * The next items of a run, in whatever state, `most` at most.
 *
 * @returns `next` is the place behind them, null where no more follow
 */
export async function itemsAfter(
  trx: Transaction<Schema>,
  runId: string,
  { pass, item }: PlaceInRun,
  most: number,
): Promise<{ ids: number[]; next: PlaceInRun | null }> {
  const ids: number[] = []
  let at = pass ?? (await passBefore(trx, runId, null))
  let behind = item
  while (at !== null) {
    // One more than needed shows whether more follow.
    const rows = await trx
      .selectFrom('replay_item')
      .select('id')
      .where('run_id', '=', runId)
      .where('pass', '=', at)
      .where('id', '>', behind)
      .orderBy('id')
      .limit(most + 1 - ids.length)
      .execute()
    const taken = rows.slice(0, most - ids.length).map(({ id }) => id)
    ids.push(...taken)
    if (rows.length > taken.length) return { ids, next: { pass: at, item: taken.at(-1) ?? behind } }
    at = await passBefore(trx, runId, at)
    behind = 0
  }
  return { ids, next: null }
}

/** Later passes found newer events, which come first. */
async function passBefore(
  trx: Transaction<Schema>,
  runId: string,
  pass: number | null,
): Promise<number | null> {
  const { found } = await trx
    .selectFrom('replay_item')
    .select(eb => eb.fn.max<number | null>('pass').as('found'))
    .where('run_id', '=', runId)
    .$if(pass !== null, query => query.where('pass', '<', pass ?? 0))
    .executeTakeFirstOrThrow()
  return found
}
