import { type Kysely, sql } from 'kysely'
import type { ReplayRun } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'

/** Which receivers of a run its list names. */
export type SomeReceivers = Pick<
  ReplayRun,
  'only_receiver' | 'some_receivers' | 'has_more_receivers'
>

export const NO_RECEIVERS: SomeReceivers = {
  only_receiver: null,
  some_receivers: [],
  has_more_receivers: false,
}

/** By run. The names come from an index, however many events a run has. */
export async function someReceiversOf(
  db: Kysely<Schema>,
  runs: { id: string }[],
): Promise<Map<string, SomeReceivers>> {
  const ids = runs.map(({ id }) => id)
  const { rows } = await sql<{
    run_id: string
    first: string | null
    second: string | null
    last: string | null
    has_more: boolean
  }>`
    select run_id, first, second, last, exists (
      select from replay_item
      where run_id = named.run_id and receiver_name > second and receiver_name < last
    ) as has_more
    from (
      select run_id, first, last, (
        select min(receiver_name) from replay_item
        where run_id = ends.run_id and receiver_name > first and receiver_name < last
      ) as second
      from (
        select run_id,
          (select min(receiver_name) from replay_item where run_id = run.run_id) as first,
          (select max(receiver_name) from replay_item where run_id = run.run_id) as last
        from unnest(${ids}::uuid[]) as run (run_id)
      ) as ends
    ) as named
  `.execute(db)
  return new Map(
    rows.map(({ run_id, first, second, last, has_more }) => {
      const names = [...new Set([first, second, last])].filter(name => name !== null)
      const only_receiver = names.length === 1 ? (names[0] ?? null) : null
      return [run_id, { only_receiver, some_receivers: names, has_more_receivers: has_more }]
    }),
  )
}

/** The same of a run whose receivers are counted, most events first. */
export function someReceivers(
  byReceiver: [name: string, unknown][],
  further: number,
): SomeReceivers {
  const names = byReceiver.map(([name]) => name).filter(name => name !== '')
  return {
    only_receiver: names.length === 1 ? (names[0] ?? null) : null,
    some_receivers: names.slice(0, 3),
    has_more_receivers: names.length > 3 || further > 0,
  }
}
