import { drfPage, type Paginator } from '../../../../../contract/testing/drf-pages.ts'
import { answer, type UpstreamHandler } from '../../../../testing/peers/test-upstream.ts'

/** What happens to the service or to the reader when the service gets a request. Numbers are any, and wrap around. */
export type Happening =
  | { kind: 'nothing' | 'refuses' | 'fails' | 'is busy' | 'restart' | 'crash' }
  | { kind: 'arrives'; day: number; at: number }
  | { kind: 'leaves' | 'changes'; at: number }
  | { kind: 'moves'; at: number; to: number }

export type ModelListOptions = {
  paginator: Paginator | 'page number without count' | 'no pages'
  order: 'newest first' | 'oldest first' | 'by chance'
  /** The events of each day at the beginning. */
  days: number[]
  /**
   * Without an id, the events of a call have the same content, and each call has two. If the list isn't counted either, each call
   * has one: the same page could be the next one or the last one again.
   */
  hasIds: boolean
  hasTimes: boolean
  pageSize: number
  happenings: Happening[]
}

type ModelEvent = { day: string; call: number; changes: number }

/** A service with a list that changes while it is read, until everything has happened. */
export class ModelList {
  readonly #options: ModelListOptions
  readonly #happenings: Happening[]
  readonly #restart: (kind: 'restart' | 'crash') => void
  readonly #events: ModelEvent[] = []
  #made = 0

  /** @param restart has another process read, while this one ends or continues */
  constructor(options: ModelListOptions, restart: (kind: 'restart' | 'crash') => void) {
    this.#options = options
    this.#happenings = [...options.happenings]
    this.#restart = restart
    for (const [day, count] of options.days.entries()) {
      // Any places, but the same ones each time.
      for (let index = 0; index < count; index++) this.#arrive(day, 7 * index + day)
    }
  }

  /** From now on nothing happens any more. */
  becomeQuiet(): void {
    this.#happenings.length = 0
  }

  /** The calls of its events and how often each has changed: the newest day first, and each day in the list's order. */
  get events(): string[] {
    return this.#events
      .toSorted((one, other) => (one.day === other.day ? 0 : one.day < other.day ? 1 : -1))
      .map(({ call, changes }) => `${call} changed ${changes} times`)
  }

  readonly handle: UpstreamHandler = ({ url = '', query }, response) => {
    const happening = this.#happenings.shift() ?? { kind: 'nothing' }
    this.#happen(happening)
    if (happening.kind === 'fails') return answer(response, 500, {})
    if (happening.kind === 'refuses') return answer(response, 403, {})
    if (happening.kind === 'is busy') {
      response.setHeader('retry-after', '1')
      return answer(response, 429, {})
    }
    const [from = '', to = ''] = [query.get('from_date') ?? '', query.get('to_date') ?? '']
    const items = this.#events
      .filter(({ day }) => day >= from && day < to)
      .map(event => this.#item(event))
    const { paginator, pageSize } = this.#options
    if (paginator === 'no pages') return answer(response, 200, items)
    const isCounted = paginator !== 'page number without count'
    const { status, body } = drfPage(isCounted ? paginator : 'page number', url, {
      items,
      pageSize,
    })
    answer(response, status, isCounted ? body : JSON.stringify(body, withoutCount))
  }

  #happen(happening: Happening): void {
    const events = this.#events
    const { kind } = happening
    if (kind === 'restart' || kind === 'crash') this.#restart(kind)
    if (kind === 'arrives') this.#arrive(happening.day, happening.at)
    if (events.length === 0) return
    if (kind === 'leaves') events.splice(happening.at % events.length, 1)
    if (kind === 'moves') {
      const moved = events.splice(happening.at % events.length, 1)
      events.splice(happening.to % (events.length + 1), 0, ...moved)
    }
    if (kind === 'changes') {
      const event = events[happening.at % events.length]
      if (event !== undefined) event.changes++
    }
  }

  #arrive(index: number, place: number): void {
    const day = dayAt(index)
    const { order, hasIds, paginator } = this.#options
    this.#made++
    const isOnce = hasIds || paginator === 'page number without count'
    const call = isOnce ? this.#made : Math.ceil(this.#made / 2)
    const events = this.#events
    const at = {
      'newest first': events.findIndex(event => event.day <= day),
      'oldest first': events.findIndex(event => event.day > day),
      'by chance': place % (events.length + 1),
    }[order]
    events.splice(at === -1 ? events.length : at, 0, { day, call, changes: 0 })
  }

  #item({ day, call, changes }: ModelEvent) {
    const { hasIds, hasTimes } = this.#options
    const at = `${day}T12:00:00+02:00`
    return {
      ...(hasIds && { id: call }),
      ...(hasTimes && { failed_at: at }),
      event: 'call_termination',
      callback_url: 'https://hooks.example.com/calls',
      attempts: [{ at, status: null, error: `changed ${changes} times`, duration_ms: 1 }],
      request_json: { call_id: call, tracking_number: '27105550199' },
    }
  }
}

function withoutCount(key: string, value: unknown): unknown {
  return key === 'count' ? undefined : value
}

function dayAt(index: number): string {
  return `2098-01-0${index + 1}`
}
