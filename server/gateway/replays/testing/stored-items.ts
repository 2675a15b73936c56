import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ReplayItemState, ReplayRunState } from '../../../../contract/replay.ts'
import type { Database } from '../../../database/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { setRows } from '../../../testing/rows.ts'
import type { Outcome } from '../../../webhooks/http/sender.ts'
import { addItems } from '../store/add-items.ts'
import { settleItems } from '../store/replay-repository.ts'
import { beginReceivers } from '../store/run-receivers.ts'
import { addRun } from '../store/run-store.ts'
import { RANGE } from './replay-client.ts'

export const OWNER = { account: 'acme', service: 'own', tokenKey: 'thandi', who: 'Thandi' }
export const DELIVERED: Outcome = {
  at: new Date('2026-11-21T08:30:00Z'),
  delivered: true,
  status: 200,
  error: null,
  cause: null,
  duration_ms: 20,
  answer: 'null characters \0 are no text of a database',
}
export const FAILED = { ...DELIVERED, delivered: false, status: 500, error: 'answered 500' }
/** The receiver may have the event. */
export const LOST: Outcome = {
  ...FAILED,
  ...{ status: null, error: 'closed the connection', cause: { code: 'broke-off' } },
}

export type StoredItem = { runId: string; itemId: number; jobId: string }

let made = 0

/** Items in a database without a server. */
export function storedItems({ db }: Database) {
  /** Releases the items of a run up to a place. */
  async function reach(runId: string, reached_pass: number, reached_id: number) {
    await setRows(db, 'replay_receiver', { run_id: runId }, { reached_pass, reached_id })
  }

  /** A run with one event for each of these hosts. Their items have a job each and are released. */
  async function add(
    runState: ReplayRunState,
    state: ReplayItemState,
    hosts: string[],
  ): Promise<StoredItem[]> {
    const runId = await db.transaction().execute(async trx => {
      const asked = { asked_for: 'all', read_of: null } as const
      const id = await addRun(trx, OWNER, { ...RANGE, ...asked })
      const events = hosts.map(host => ({
        ...{ list: RANGE.list, event_id: String(++made), receiver_url: `https://${host}/` },
        ...({ payload: '{}', state: 'prepared', reason: null, company: null } as const),
        failed_at: null,
      }))
      await addItems(trx, id, events, { pass: 1, of: 1 })
      await setRows(
        trx,
        'replay_run',
        { id },
        { state: runState, open_items: await beginReceivers(trx, id) },
      )
      return id
    })
    await reach(runId, 1, 0)
    const rows = await db
      .updateTable('replay_item')
      .set({ state, job_id: () => sql`gen_random_uuid()` })
      .where('run_id', '=', runId)
      .returning(['id as itemId', 'job_id'])
      .execute()
    return rows
      .toSorted((one, other) => one.itemId - other.itemId)
      .map(({ itemId, job_id }) => ({ runId, itemId, jobId: job_id ?? randomUUID() }))
  }

  return {
    add,
    reach,
    async addOne(runState: ReplayRunState, state: ReplayItemState): Promise<StoredItem> {
      const [item] = await add(runState, state, ['acme.example'])
      if (item === undefined) throw new Error('There is no item')
      return item
    },
    settle: (itemIds: number[], outcome: Outcome = DELIVERED) =>
      db.transaction().execute(trx =>
        settleItems(
          trx,
          itemIds.map(id => ({ id, outcome })),
        ),
      ),
    runOf: (id: string) =>
      db.selectFrom('replay_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async stateOf(itemId: number) {
      const query = db.selectFrom('replay_item').select('state').where('id', '=', itemId)
      return (await query.executeTakeFirstOrThrow()).state
    },
    /** Resolves when a transaction waits for another one, or when `work` has ended without that. */
    async waitsOrEnds(work: Promise<unknown>): Promise<void> {
      let hasEnded = false
      work.finally(() => {
        hasEnded = true
      })
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(db)
        return hasEnded || rows.length > 0
      })
    },
  }
}
