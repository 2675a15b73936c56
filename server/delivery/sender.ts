import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { causeOf, causeOfStatus, codeOf } from './cause.ts'
import { createConnector } from './connector.ts'
import { DEADLINE_MS, startDeadline } from './deadline.ts'
import { receiverUrlProblem } from './receiver-url.ts'

/** How much of an answer's body is read, and for how long once its headers are in. */
const ANSWER_BYTES = 64 * 1024
const ANSWER_MS = 400

export type SenderSettings = {
  /** `host:port` pairs that the address guard lets through, e.g. "localhost:4443". */
  exceptions: string[]
  /** PEM of certificate authorities trusted besides Node's own. */
  authorities: string[]
  /** Default: the interface's 10 s; only tests shorten it. */
  deadlineMs?: number
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
  const { exceptions, authorities, nameServers, deadlineMs = DEADLINE_MS } = settings
  const { clock = () => new Date() } = settings
  const dispatcher = new Agent({
    connect: createConnector({ exceptions, authorities, nameServers, deadlineMs }),
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
    const at = clock()
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)

    const problem = receiverUrlProblem(url, exceptions)
    if (problem !== null) return failed(at, problem, elapsed())

    const deadline = startDeadline(deadlineMs)
    try {
      const answer = await Promise.race([
        request(url, {
          dispatcher,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Redial' },
          body,
          signal: deadline.signal,
          onInfo: deadline.onInfo,
        }),
        deadline.passed,
      ])
      deadline.stop()
      const duration_ms = elapsed()
      const error = causeOfStatus(answer.statusCode)
      return {
        at,
        delivered: error === null,
        status: answer.statusCode,
        error,
        duration_ms,
        answer: await readAnswer(answer.body),
      }
    } catch (error) {
      if (NOTHING_TRIED.includes(codeOf(error))) throw error
      return failed(at, causeOf(error), elapsed())
    } finally {
      deadline.stop()
    }
  }

  return { post, close: () => dispatcher.close() }
}

const NOTHING_TRIED = ['UND_ERR_CLOSED', 'UND_ERR_DESTROYED', 'UND_ERR_INVALID_ARG']

function failed(at: Date, error: string, duration_ms: number): Outcome {
  return { at, delivered: false, status: null, error, duration_ms, answer: null }
}

/** The first part of a body that may never end, or break off: what came in time stands. */
async function readAnswer(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // Destroying the body ends its connection, which could not be used again anyway.
  const timer = setTimeout(() => body.destroy(), ANSWER_MS)
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= ANSWER_BYTES) break
    }
  } catch {
    // Cut by the receiver or by the timer: the status has been told, and it is what counts.
  } finally {
    clearTimeout(timer)
  }
  // undici frees a kept-alive connection one turn of the event loop after the answer's end: who
  // posts again at once is to find it.
  await setImmediate()
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, ANSWER_BYTES))
  // PostgreSQL's text can't hold U+0000.
  return text.replaceAll('\0', '\uFFFD')
}
