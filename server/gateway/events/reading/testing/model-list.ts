import { drfPage, type Paginator } from '../../../../../contract/testing/drf-pages.ts'
import { answer, type UpstreamHandler } from '../../../../testing/peers/test-upstream.ts'

/** What happens to the service or to the reader when the service gets a request. */
export type Happening =
  | { kind: 'nothing' | 'refuses' | 'fails' | 'is busy' | 'restart' }
  | { kind: 'arrives'; day: number }
  | { kind: 'leaves'; at: number }

export type ModelListOptions = {
  paginator: Paginator | 'no pages'
  /** The events of each day at the beginning. */
  days: number[]
  /** Without an id, the events of a call are alike, and each call has two. */
  hasIds: boolean
  hasTimes: boolean
  pageSize: number
  happenings: Happening[]
}

type ModelEvent = { day: string; call: number }

/** A service with a list that changes while it is read, until everything has happened. */
export class ModelList {
  readonly #options: ModelListOptions
  readonly #happenings: Happening[]
  readonly #onRestart: () => void
  #events: ModelEvent[] = []
  #made = 0

  /** @param firstDay of the list: 2999-01-02, for example */
  constructor(options: ModelListOptions, onRestart: () => void) {
    this.#options = options
    this.#happenings = [...options.happenings]
    this.#onRestart = onRestart
    for (const [day, count] of options.days.entries()) {
      for (let index = 0; index < count; index++) this.#arrive(day)
    }
  }

  /** From now on nothing happens any more. */
  becomeQuiet(): void {
    this.#happenings.length = 0
  }

  /** The calls of its events, in its order. */
  get calls(): string[] {
    return this.#events.map(({ call }) => String(call))
  }

  readonly handle: UpstreamHandler = ({ url = '', query }, response) => {
    const happening = this.#happenings.shift() ?? { kind: 'nothing' }
    if (happening.kind === 'arrives') this.#arrive(happening.day)
    if (happening.kind === 'leaves') this.#events.splice(happening.at % this.#events.length, 1)
    if (happening.kind === 'restart') this.#onRestart()
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
    const { status, body } = drfPage(paginator, url, { items, pageSize })
    answer(response, status, body)
  }

  /** The newest event of a day comes first, and the newest day. */
  #arrive(index: number): void {
    const day = dayAt(index)
    this.#made++
    const call = this.#options.hasIds ? this.#made : Math.ceil(this.#made / 2)
    const at = this.#events.findIndex(event => event.day <= day)
    this.#events.splice(at === -1 ? this.#events.length : at, 0, { day, call })
  }

  #item({ day, call }: ModelEvent) {
    const { hasIds, hasTimes } = this.#options
    return {
      ...(hasIds && { id: call }),
      ...(hasTimes && { failed_at: `${day}T12:00:00+02:00` }),
      event: 'call_termination',
      callback_url: 'https://hooks.example.com/calls',
      attempts: [],
      request_json: { call_id: call, tracking_number: '27105550199' },
    }
  }
}

function dayAt(index: number): string {
  return `2999-01-0${index + 1}`
}
