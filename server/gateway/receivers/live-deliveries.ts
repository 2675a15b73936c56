import { RECEIVER_HEALTH_PATH, ReceiverHealth, receiverName } from '../../../contract/receiver.ts'
import type { Caller } from '../session/caller.ts'
import type { Upstream } from '../upstream/upstream.ts'

type Health = ReceiverHealth['results'][number]

/** The health of each receiver, by its name. */
export type LiveReceivers = ReadonlyMap<string, Health>

/** A page that is open asks every few seconds. */
const FRESH_MS = 10_000
/** A service without the extension won't get it soon, and its limits are not ours. */
const ABSENT_MS = 60 * 60_000
/** After another problem. */
const PAUSE_MS = 60_000
/** Nobody waits longer for an extension. */
const PATIENCE_MS = 1_000
const MAX_BYTES = 1024 * 1024
const MAX_ACCOUNTS = 1_000

/** How live deliveries go, if the service says so (docs/interface.md, "Extensions"). */
export class LiveDeliveries {
  readonly #upstream: Pick<Upstream, 'peek'>
  readonly #now: () => number
  readonly #answers = new Map<string, { until: number; receivers: Promise<LiveReceivers> }>()

  constructor(upstream: Pick<Upstream, 'peek'>, now: () => number) {
    this.#upstream = upstream
    this.#now = now
  }

  /** Without any receivers if the service doesn't say. */
  of({
    account,
    authorization,
  }: Pick<Caller, 'account' | 'authorization'>): Promise<LiveReceivers> {
    const known = this.#answers.get(account)
    if (known !== undefined && known.until > this.#now()) return known.receivers
    if (this.#answers.size >= MAX_ACCOUNTS) this.#answers.clear()
    const receivers = this.#ask(authorization).then(answer => {
      this.#answers.set(account, { until: this.#now() + answer.lastsMs, receivers })
      return answer.receivers
    })
    this.#answers.set(account, { until: this.#now() + PAUSE_MS, receivers })
    return receivers
  }

  async #ask(authorization: string): Promise<{ lastsMs: number; receivers: LiveReceivers }> {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const receivers = await readLiveReceivers(this.#upstream, authorization, signal)
      return receivers === null
        ? { lastsMs: ABSENT_MS, receivers: new Map() }
        : { lastsMs: FRESH_MS, receivers }
    } catch {
      return { lastsMs: PAUSE_MS, receivers: new Map() }
    }
  }
}

/**
 * @returns null if the service does not have the extension
 * @throws if its answer can't be read
 */
export async function readLiveReceivers(
  upstream: Pick<Upstream, 'peek'>,
  authorization: string,
  signal: AbortSignal,
): Promise<LiveReceivers | null> {
  const options = { mostBytes: MAX_BYTES }
  const { status, text } = await upstream.peek(RECEIVER_HEALTH_PATH, authorization, signal, options)
  return status === 404 ? null : byName(ReceiverHealth.parse(JSON.parse(text)).results)
}

/** URLs that differ only in how they are written are one receiver, and the busiest of them speaks for it. */
function byName(health: Health[]): LiveReceivers {
  const busiestLast = health.toSorted((one, other) => one.delivered - other.delivered)
  return new Map(busiestLast.map(each => [receiverName(each.callback_url), each]))
}
