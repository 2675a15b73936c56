import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Cause } from '../../../contract/cause.ts'
import { secondsToWait } from '../../../contract/time/retry-after.ts'
import { ReceiverExceptions } from './addresses/receiver-exceptions.ts'
import { describeStatus, errorCode, type Failure, readFailure } from './cause.ts'
import { type ConnectorSettings, createConnector } from './connector.ts'
import { NameLookup } from './name-lookup.ts'
import { PostExchange } from './post-exchange.ts'
import { ReceiverConnections } from './receiver-connections.ts'
import { type ReceiverUrl, readReceiverUrl } from './receiver-url.ts'

export type SenderSettings = ConnectorSettings & {
  /** How many idle connections may be kept alive. Default: 5,000. */
  idleConnections?: number
  /** Gives the time of an attempt, not its deadline. Only tests pass their own. */
  clock?: () => Date
}

export type Outcome = {
  at: Date
  /** Only HTTP 200 in time is a success (docs/interface.md, "Receiver requirements"). */
  delivered: boolean
  /** null if no answer came. */
  status: number | null
  /** The cause of a failure for people; null on success. */
  error: string | null
  /** The cause for programs; null if an answer came. */
  cause: Cause | null
  /** The time from the start to the answer's headers, or to what prevented them. */
  duration_ms: number
  /** The first part of the answer's body as text; null if no answer came. */
  answer: string | null
  /** With 429 and 503: how many seconds the receiver asks us to wait, up to an hour. */
  retryAfterS?: number
}

export type Sender = {
  /**
   * Posts `body`, a JSON text, byte for byte. Whatever a receiver or its URL does is an Outcome,
   * settled at most half a second after the deadline. Rejects only if nothing was tried:
   * the sender is closed, or a header can't be sent.
   */
  post(url: string, body: string, headers?: Record<string, string>): Promise<Outcome>
  /** Waits for the attempts in flight, then closes the kept-alive connections. */
  close(): Promise<void>
}

export function createSender(settings: SenderSettings): Sender {
  const { deadlineMs, nameServers, idleConnections = 5_000, clock = () => new Date() } = settings
  const exceptions = new ReceiverExceptions(settings.exceptions)
  const connector = createConnector(settings, new NameLookup(nameServers))
  const connections = new ReceiverConnections(connector, idleConnections)
  const urls = new LRUCache<string, ReceiverUrl>({
    max: MAX_URLS,
    memoMethod: url => readReceiverUrl(url, exceptions),
  })
  const closing = Promise.withResolvers<void>()
  let isClosed = false
  let inFlight = 0

  async function post(
    url: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<Outcome> {
    const receiver = urls.memo(url)
    if (receiver.problem !== null) {
      const cause = { code: 'address-not-allowed' } as const
      return failed(clock(), { cause, error: receiver.problem }, 0)
    }
    if (isClosed) throw new Error('The sender is closed.')

    inFlight += 1
    const { origin, path } = receiver
    const at = clock()
    const all = { ...headers, 'content-type': 'application/json', 'user-agent': 'Redial' }
    const request = { origin, path, method: 'POST' as const, headers: all, body }
    const exchange = new PostExchange(request, deadlineMs)
    try {
      connections.send(exchange)
      const { status, duration_ms, text, headers } = await exchange.answer
      const error = describeStatus(status)
      const delivered = error === null
      const outcome = { at, delivered, status, error, cause: null, duration_ms, answer: text }
      return { ...outcome, ...pauseAsked(status, headers) }
    } catch (error) {
      if (errorCode(error) === INVALID_HEADER) throw error
      return failed(at, readFailure(error), exchange.elapsed())
    } finally {
      inFlight -= 1
      if (isClosed && inFlight === 0) closing.resolve()
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    if (inFlight > 0) await closing.promise
    await connections.destroy()
  }

  return { post, close }
}

const MAX_URLS = 10_000

/** The statuses with which a receiver may ask for a pause. */
const BUSY = [429, 503]
const MAX_WAIT_S = 60 * 60

function pauseAsked(status: number, headers: IncomingHttpHeaders): Pick<Outcome, 'retryAfterS'> {
  const seconds = BUSY.includes(status) ? secondsToWait(headers) : null
  return seconds === null ? {} : { retryAfterS: Math.min(MAX_WAIT_S, seconds) }
}

/** undici's code for an invalid header, which it doesn't send. */
const INVALID_HEADER = 'UND_ERR_INVALID_ARG'

function failed(at: Date, failure: Failure, duration_ms: number): Outcome {
  return { at, delivered: false, status: null, ...failure, duration_ms, answer: null }
}
