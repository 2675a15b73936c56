import { Agent } from 'undici'
import { causeOf, causeOfStatus, codeOf } from './cause.ts'
import { createConnector } from './connector.ts'
import { PostExchange } from './post-exchange.ts'
import { ReceiverExceptions } from './receiver-exceptions.ts'
import { receiverUrlProblem } from './receiver-url.ts'

export type SenderSettings = {
  /**
   * What the address guard lets through, in lower case: "localhost:4443", "10.0.0.0/8:443". With a
   * proxy, these alone are reached directly.
   */
  exceptions: string[]
  /** PEM of certificate authorities trusted besides Node's own. */
  authorities: string[]
  /** How long a receiver may take to answer. */
  deadlineMs: number
  /**
   * URL of an HTTP proxy (CONNECT) that receivers are reached through, with its user name and
   * password where it wants them. Default: none. It looks names up, and guards the addresses.
   */
  proxy?: string
  /** `address:port` of the name servers to ask; default: the system's. Only tests have their own. */
  nameServers?: string[]
  /** For when an attempt was made, not for its deadline. Only tests have their own. */
  clock?: () => Date
}

/** What came of one attempt. */
export type Outcome = {
  at: Date
  /** Only HTTP 200 in time is a success (interface.md, "Receiver requirements"). */
  delivered: boolean
  /** null when no answer came. */
  status: number | null
  /** The cause of a failure in plain words; null on success. */
  error: string | null
  /** From the start to the answer's headers, or to what prevented them. */
  duration_ms: number
  /** The first part of the answer's body as text; null when no answer came. */
  answer: string | null
}

export type Sender = {
  /**
   * Posts `body`, a JSON text, byte for byte. Whatever a receiver or its URL does is an Outcome,
   * settled half a second after the deadline at the latest; rejects only when nothing was tried:
   * the sender is closed, or a header can't be sent.
   */
  post(url: string, body: string, headers?: Record<string, string>): Promise<Outcome>
  /** Waits for the attempts in flight, then ends the kept-alive connections. */
  close(): Promise<void>
}

export function createSender(settings: SenderSettings): Sender {
  const { deadlineMs, clock = () => new Date() } = settings
  const exceptions = new ReceiverExceptions(settings.exceptions)
  const dispatcher = new Agent({
    connect: createConnector(settings),
    allowH2: false,
    // Ours is the one deadline; undici's own count each phase, or each chunk, anew.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function post(
    url: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<Outcome> {
    const problem = receiverUrlProblem(url, exceptions)
    if (problem !== null) return failed(clock(), problem, 0)

    const { origin, pathname, search } = new URL(url)
    const at = clock()
    const exchange = new PostExchange(deadlineMs)
    try {
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Redial' },
          body,
        },
        exchange,
      )
      const { status, duration_ms, text } = await exchange.answer
      const error = causeOfStatus(status)
      return { at, delivered: error === null, status, error, duration_ms, answer: text }
    } catch (error) {
      if (NOTHING_TRIED.includes(codeOf(error))) throw error
      return failed(at, causeOf(error), exchange.elapsed())
    }
  }

  return { post, close: () => dispatcher.close() }
}

const NOTHING_TRIED = ['UND_ERR_CLOSED', 'UND_ERR_DESTROYED', 'UND_ERR_INVALID_ARG']

function failed(at: Date, error: string, duration_ms: number): Outcome {
  return { at, delivered: false, status: null, error, duration_ms, answer: null }
}
