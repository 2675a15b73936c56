import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import { type StandingOrder, StandingOrders } from '../../../../contract/standing-order.ts'
import { eventually } from '../../../testing/eventually.ts'
import { setRows } from '../../../testing/rows.ts'
import type { ReplayClient } from './replay-client.ts'
import { replaysOfFile } from './start-replays.ts'

/** What `replaysOfFile` returns, with the standing orders of thandi. They end after each test. */
export async function ordersOfFile() {
  const replays = await replaysOfFile()
  const { database, thandi, sent } = replays
  const { db } = database

  async function orders(of: ReplayClient = thandi): Promise<StandingOrder[]> {
    const { status, body } = await of.get('orders')
    expect(status).toBe(200)
    return StandingOrders.parse(body).results
  }

  /** The order of a run, or undefined if its events wait no more. */
  async function orderOf(runId: string) {
    return (await orders()).find(({ run_id }) => run_id === runId)
  }

  /** A run of everything that is listed, once its receiver is paused. */
  async function pausedRun(): Promise<string> {
    const { id } = await thandi.prepare({ start: true })
    await eventually(async () => (await thandi.run(id)).paused_receivers === 1)
    return id
  }

  /** A draft that was started as a standing order. Its first trial comes in five minutes. */
  async function order(body: object = {}) {
    const { id } = await thandi.prepare()
    await thandi.change(id, 'orders', { try_now: false, ...body })
    return id
  }

  /** Lets the time pass until the next trial of a run, and waits for its outcome. */
  async function trial(runId: string) {
    const before = (await orderOf(runId))?.last_trial?.at
    const count = sent().length
    await makeDue(runId)
    await eventually(() => sent().length > count)
    await eventually(async () => {
      const now = await orderOf(runId)
      return now === undefined || (now.last_trial?.at !== before && now.state !== 'sending')
    })
    return orderOf(runId)
  }

  /** In how many minutes the next trial of a run comes, from its pause on. */
  async function minutesUntilTrial(runId: string): Promise<number> {
    const { rows } = await sql<{ s: number }>`
      select extract(epoch from wait_until - clock_timestamp())::float8 as s from replay_receiver
      where run_id = ${runId}
    `.execute(db)
    return Math.ceil((rows[0]?.s ?? 0) / 60)
  }

  afterEach(async () => {
    for (const { run_id, state } of await orders()) {
      await (state === 'ended'
        ? thandi.change(run_id, 'stop', {})
        : thandi.change(run_id, 'cancel'))
    }
  })

  /** Lets the time pass until the next trial of a run. */
  async function makeDue(runId: string) {
    await setRows(db, 'replay_receiver', { run_id: runId }, { wait_until: sql`now()` })
  }

  return { ...replays, pausedRun, orders, orderOf, order, trial, minutesUntilTrial, makeDue }
}
