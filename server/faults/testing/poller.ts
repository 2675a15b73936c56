import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'

const EVERY_MS = 100

type PollerOptions = {
  /** The processes that are ready: each is asked in turn. */
  urls: string[]
  /** TELEPHONY_KEY. */
  key: string
  /** An API token. */
  token: string
  trackingNumber: string
}

/**
 * Reads a list and checks callers at each process in turn, as people and the telephone switch do.
 */
export class Poller {
  /** The paths and statuses of the answers, and how many there were of each. */
  readonly answers = new Map<string, number>()
  readonly #options: PollerOptions
  readonly #dispatcher = new Agent({ headersTimeout: 30_000 })
  readonly #ended: Promise<void>
  #stopping = false

  constructor(options: PollerOptions) {
    this.#options = options
    this.#ended = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#ended
    await this.#dispatcher.close()
  }

  async #run(): Promise<void> {
    const { urls, key, token, trackingNumber } = this.#options
    const body = JSON.stringify({ tracking_number: trackingNumber, caller_number: '27825550000' })
    for (let turn = 0; !this.#stopping; turn++) {
      const url = urls[turn % urls.length] ?? ''
      await Promise.all([
        this.#ask(url, '/v1/call_events_fail/', { authorization: `Token ${token}` }),
        this.#ask(url, '/telephony/v1/callers/check/', { authorization: `Bearer ${key}` }, body),
      ])
      await setTimeout(EVERY_MS)
    }
  }

  async #ask(
    url: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<void> {
    const what = await request(`${url}${path}`, {
      dispatcher: this.#dispatcher,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
      body: body ?? null,
    }).then(
      async answer => {
        await answer.body.dump()
        return `${path} ${answer.statusCode}`
      },
      error => `${path} ${error}`,
    )
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1)
  }
}
