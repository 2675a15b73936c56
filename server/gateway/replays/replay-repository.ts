import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { ReplayItem, ReplayItemState, ReplayRun } from '../../../contract/replay.ts'
import { stampIn } from '../../../contract/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { Outcome } from '../../delivery/sender.ts'

/** Whose runs are meant: of this account at this service. */
export type Owner = { account: string; service: string }

export type NewRun = Owner & {
  list: FailedEventList
  who: string | null
  event_id: string
  state: ReplayItemState
  receiver_url: string | null
  payload: string
  reason: string | null
}

/** Runs, their items and attempts. Times are answered in the service's zone. */
export class ReplayRepository {
  readonly #db: Kysely<Schema>
  readonly #timeZone: string

  constructor(db: Kysely<Schema>, timeZone: string) {
    this.#db = db
    this.#timeZone = timeZone
  }

  /**
   * Freezes a run of one event.
   *
   * @throws the database's unique violation when the event has another replay in flight
   */
  async addRun(trx: Transaction<Schema>, run: NewRun): Promise<{ id: string; itemId: number }> {
    const { account, who, service, list, ...item } = run
    const id = randomUUID()
    await trx.insertInto('replay_run').values({ id, account, service, list, who }).execute()
    const { id: itemId } = await trx
      .insertInto('replay_item')
      .values({
        ...item,
        run_id: id,
        service,
        list,
        settled_at: item.state === 'skipped' ? new Date() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, itemId }
  }

  async findRun(id: string, owner: Owner): Promise<ReplayRun | null> {
    const run = await this.#db
      .selectFrom('replay_run')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', owner.account)
      .where('service', '=', owner.service)
      .executeTakeFirst()
    if (run === undefined) return null
    const rows = await this.#items()
      .where('replay_item.run_id', '=', id)
      .orderBy('replay_item.id')
      .execute()
    const counts = { queued: 0, sending: 0, delivered: 0, failed_again: 0, skipped: 0 }
    for (const { state } of rows) counts[state]++
    const unsettled = counts.queued + counts.sending > 0
    const settled = rows.flatMap(row => (row.settled_at === null ? [] : [row.settled_at.getTime()]))
    return {
      id,
      list: run.list,
      who: run.who,
      created_at: stampIn(run.created_at, this.#timeZone),
      finished_at: unsettled ? null : stampIn(new Date(Math.max(...settled)), this.#timeZone),
      counts,
      items: rows.map(row => this.#toItem(row)),
    }
  }

  /** The latest replay of each of these events, where there is one. */
  async latestItems(
    list: FailedEventList,
    eventIds: string[],
    owner: Owner,
  ): Promise<ReplayItem[]> {
    const rows = await this.#items()
      .distinctOn('replay_item.event_id')
      .where('replay_item.service', '=', owner.service)
      .where('replay_item.list', '=', list)
      .where('replay_item.event_id', 'in', eventIds)
      .where('replay_run.account', '=', owner.account)
      .orderBy('replay_item.event_id')
      .orderBy('replay_item.id', 'desc')
      .execute()
    return rows.map(row => this.#toItem(row))
  }

  /** Marks an item as being sent, and tells what to send; null when it is settled already. */
  async beginSending(itemId: number) {
    const item = await this.#db
      .updateTable('replay_item')
      .set({ state: 'sending' })
      .where('id', '=', itemId)
      .where('state', 'in', ['queued', 'sending'])
      .returning(['event_id', 'receiver_url', 'payload'])
      .executeTakeFirst()
    return item ?? null
  }

  /** Keeps the attempt and what came of the item, together. */
  async settle(itemId: number, outcome: Outcome): Promise<void> {
    const { at, status, error, duration_ms, delivered } = outcome
    const answer = outcome.answer?.slice(0, KEPT_ANSWER) ?? null
    await this.#db.transaction().execute(async trx => {
      await trx
        .insertInto('replay_attempt')
        .values({ item_id: itemId, at, status, error, duration_ms, answer })
        .execute()
      await trx
        .updateTable('replay_item')
        .set({ state: delivered ? 'delivered' : 'failed_again', settled_at: new Date() })
        .where('id', '=', itemId)
        .execute()
    })
  }

  #items() {
    return this.#db
      .selectFrom('replay_item')
      .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
      .selectAll('replay_item')
      .select(['replay_run.who', 'replay_run.created_at'])
      .select(attemptsOfItem)
  }

  #toItem(row: ItemRow): ReplayItem {
    return {
      run_id: row.run_id,
      event_id: row.event_id,
      list: row.list,
      state: row.state,
      receiver_url: row.receiver_url,
      reason: row.reason,
      who: row.who,
      created_at: stampIn(row.created_at, this.#timeZone),
      attempts: row.attempts.map(attempt => ({
        ...attempt,
        at: stampIn(new Date(attempt.at), this.#timeZone),
      })),
    }
  }
}

/** So many characters of a receiver's answer are kept to be shown. */
const KEPT_ANSWER = 2_000

type ItemRow = Selectable<Schema['replay_item']> & {
  who: string | null
  created_at: Date
  attempts: (Omit<Outcome, 'at' | 'delivered'> & { at: string })[]
}

function attemptsOfItem(eb: ExpressionBuilder<Schema, 'replay_item'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('replay_attempt')
      .select(['at', 'status', 'error', 'duration_ms', 'answer'])
      .whereRef('replay_attempt.item_id', '=', 'replay_item.id')
      .orderBy('replay_attempt.id'),
  ).as('attempts')
}
