import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ReplayRunDetails } from '../../contract/replay.ts'
import { addDays } from '../../contract/time/calendar-date.ts'
import type { Account } from './fill-replayed-events.ts'

const Made = z.object({ id: z.string() })

const PAGE_SIZE = 25

/** Often enough for the figure, and too seldom to weigh in it. */
const LOOK_MS = 50

/** Asks the real server about replay runs, as a script with a token does. */
export class RunScript {
  readonly #url: string
  readonly #account: Account

  constructor(url: string, account: Account) {
    this.#url = url
    this.#account = account
  }

  /** Has all failed calls of the account's day read and frozen; how long that takes. */
  async prepare(): Promise<{ id: string; ms: number }> {
    const { day } = this.#account
    const begun = performance.now()
    const range = { list: 'call_events_fail', from_date: day, to_date: addDays(day, 1) }
    const { id } = Made.parse(await this.#ask('replays', { ...range, events: 'all' }))
    for (;;) {
      const { state, problem } = await this.run(id)
      if (state === 'ready') return { id, ms: performance.now() - begun }
      if (state !== 'reading') throw new Error(`The run is ${state}: ${problem}`)
      await sleep(LOOK_MS)
    }
  }

  async run(id: string): Promise<ReplayRunDetails> {
    return ReplayRunDetails.parse(await this.#ask(`replays/${id}`))
  }

  /** start, pause, resume, cancel or again; how long the answer takes. */
  async change(id: string, step: string): Promise<{ run: ReplayRunDetails; ms: number }> {
    const begun = performance.now()
    const run = ReplayRunDetails.parse(await this.#ask(`replays/${id}/${step}`, {}))
    return { run, ms: performance.now() - begun }
  }

  /** Replays one event, as a click does, and returns how long the answer takes in ms. */
  async replayOne(event: number): Promise<number> {
    const { day, eventIds } = this.#account
    const page = Math.floor((eventIds.length - 1 - eventIds.indexOf(event)) / PAGE_SIZE) + 1
    const begun = performance.now()
    await this.#ask('replays', {
      list: 'call_events_fail',
      from_date: day,
      to_date: addDays(day, 1),
      events: [{ id: event, page, page_size: PAGE_SIZE }],
      start: true,
      seen_run_id: null,
    })
    return performance.now() - begun
  }

  async #ask(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#url}/gateway/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Token ${this.#account.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}
