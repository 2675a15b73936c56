import { expect } from 'vitest'
import { EventStates } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import {
  type ReplayItem,
  ReplayItemPage,
  ReplayRun,
  ReplayRunDetails,
  ReplayRunPage,
  type ReplayRunState,
} from '../../../../contract/replay.ts'
import { eventually } from '../../../testing/eventually.ts'
import { JSON_BODY } from '../../../testing/test-gateway.ts'

export const RANGE = {
  list: 'call_events_fail',
  from_date: '2026-11-21',
  to_date: '2026-11-22',
} as const

type Answer = { status: number; body: unknown }

/** Sends requests about replay runs to a gateway with its own token. */
export class ReplayClient {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #stateOf: (runId: string) => Promise<ReplayRunState>

  /** @param stateOf asks the database, because the details of a run take many times as long */
  constructor(
    url: string,
    token: string,
    stateOf = async (runId: string) => (await this.run(runId)).state,
  ) {
    this.#url = url
    this.#headers = { authorization: `Token ${token}` }
    this.#stateOf = stateOf
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path)
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.send('POST', path, body)
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#url}/gateway/${path}`, {
      method,
      headers: { ...this.#headers, ...(body === undefined ? {} : JSON_BODY) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  /** The lines of an answer. */
  async text(path: string): Promise<string[]> {
    const response = await fetch(`${this.#url}/gateway/${path}`, { headers: this.#headers })
    return (await response.text()).trim().split('\n')
  }

  /** Creates a run, by default of all events of a day. Returns its id while it is loaded. */
  async begin(request: object = {}): Promise<string> {
    const { status, body } = await this.post('replays', { ...RANGE, events: 'all', ...request })
    expect(status, JSON.stringify(body)).toBe(201)
    return ReplayRun.parse(body).id
  }

  /** The same once it is loaded. */
  async prepare(request: object = {}): Promise<ReplayRunDetails> {
    return this.leaves(await this.begin(request), ['reading'])
  }

  /** What a person sends who replays an event whose last replay was this one, as far as the page shows. */
  press(id: string, seen_run_id: string | null = null): Promise<Answer> {
    return this.post('replays', { ...RANGE, events: [{ id }], start: true, seen_run_id })
  }

  async run(id: string): Promise<ReplayRunDetails> {
    const { status, body } = await this.get(`replays/${id}`)
    expect(status).toBe(200)
    return ReplayRunDetails.parse(body)
  }

  /** start, pause, resume, cancel or again; must succeed. */
  async change(id: string, step: string, body?: object): Promise<ReplayRunDetails> {
    const answer = await this.post(`replays/${id}/${step}`, step === 'start' ? (body ?? {}) : body)
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status)
    return ReplayRunDetails.parse(answer.body)
  }

  /** The run when its state is none of `states`. */
  async leaves(id: string, states: ReplayRunState[]): Promise<ReplayRunDetails> {
    await eventually(async () => !states.includes(await this.#stateOf(id)))
    return this.run(id)
  }

  settled(id: string): Promise<ReplayRunDetails> {
    return this.leaves(id, ['reading', 'running'])
  }

  /** A run that starts when it is loaded, once nothing of it is left to send. */
  async replay(request: object = {}): Promise<ReplayRunDetails> {
    return this.settled((await this.prepare({ ...request, start: true })).id)
  }

  /** A draft that a person starts, once nothing of it is left to send. */
  async replayDraft(id: string, body?: object): Promise<ReplayRunDetails> {
    await this.change(id, 'start', body)
    return this.settled(id)
  }

  /** The listed runs, newest first. */
  async runs(query = ''): Promise<ReplayRun[]> {
    return ReplayRunPage.parse((await this.get(`replays?${query}`)).body).results
  }

  async states(event_ids: string[], list: FailedEventList = RANGE.list): Promise<EventStates> {
    const { status, body } = await this.post('event-states', { list, event_ids })
    expect(status, JSON.stringify(body)).toBe(200)
    return EventStates.parse(body)
  }

  async eventIds(id: string, query = ''): Promise<string[]> {
    return (await this.items(id, query)).map(({ event_id }) => event_id)
  }

  /** All of them, page by page. */
  async items(id: string, query = ''): Promise<ReplayItem[]> {
    const items: ReplayItem[] = []
    for (let path: string | null = `replays/${id}/items?${query}`; path !== null; ) {
      const page = ReplayItemPage.parse((await this.get(path)).body)
      items.push(...page.results)
      path = page.next?.replace('/gateway/', '') ?? null
    }
    return items
  }
}
