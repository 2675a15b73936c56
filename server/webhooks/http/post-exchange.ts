import type { IncomingHttpHeaders } from 'node:http'
import { DeliveryProblem } from './cause.ts'

/** How much of an answer's body is read, and for how long after its headers. */
const ANSWER_BYTES = 64 * 1024
const ANSWER_MS = 400

/** More 1xx answers than any receiver needs. At full speed they would use up a processor. */
const INTERIM_ANSWERS = 1_000

/** A request in undici's format. */
export type ReceiverRequest = {
  origin: string
  path: string
  method: 'POST' | 'HEAD'
  headers: Record<string, string>
  body?: string
}

/**
 * An answer in time: its status, when its headers arrived, and the first part of its body as text.
 */
export type Answer = {
  status: number
  duration_ms: number
  text: string
  headers: IncomingHttpHeaders
}

/**
 * One request and its result, with one timer over name lookup, connect, TLS and headers. `answer`
 * rejects with what prevented an answer; what the receiver does after its headers doesn't matter.
 * Uses undici's dispatch (see Connection), because its request() creates a stream, a promise chain
 * and an abort signal for each request, which cost as much as the post itself.
 */
export class PostExchange {
  readonly request: ReceiverRequest
  readonly answer: Promise<Answer>
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: Error) => void
  readonly #deadlineMs: number
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined
  #connection: { destroy(): unknown } | null = null
  #timesSent = 0
  #isOverdue = false
  #isSettled = false
  #interim = 0
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #durationMs = 0
  #chunks: Buffer[] = []
  #size = 0

  constructor(request: ReceiverRequest, deadlineMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.request = request
    this.answer = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#deadlineMs = deadlineMs
  }

  #tooLate(): DeliveryProblem {
    const seconds = this.#deadlineMs / 1_000
    return new DeliveryProblem(
      { code: 'timeout', seconds },
      `did not answer within ${seconds} seconds`,
    )
  }

  elapsed(): number {
    return Math.round(performance.now() - this.#startedAt)
  }

  /**
   * The deadline counts from the first time, because the wait for a connection before that is ours and
   * not the receiver's.
   *
   * @param connection is destroyed when nothing more is expected of it
   */
  sentOn(connection: { destroy(): unknown }): void {
    this.#connection = connection
    this.#timesSent += 1
    if (this.#timesSent > 1) return
    this.#startedAt = performance.now()
    this.#timer = setTimeout(() => this.#endTime(), this.#deadlineMs)
  }

  /**
   * Timers run before sockets in each iteration of the event loop. After a stall of this process, an answer
   * that arrived in time may still be in its socket, so all sockets are read before the exchange fails.
   * The exact time of its arrival can't be known: bytes that arrived during the stall count, later
   * ones are late.
   */
  #endTime(): void {
    this.#isOverdue = true
    setImmediate(() => {
      if (this.#status === 0) this.#fail(this.#tooLate())
    })
  }

  /** Called once, and only while an answer would be in time. */
  maySendAgain(): boolean {
    return this.#timesSent === 1 && !this.#isOverdue && !this.#isSettled
  }

  onStatus(status: number, headers: IncomingHttpHeaders = {}): void {
    if (status < 200) {
      this.#interim += 1
      if (this.#interim > INTERIM_ANSWERS) {
        this.#fail(new DeliveryProblem('interim', 'sent interim answers (1xx) without end'))
      }
      return
    }
    this.#status = status
    this.#headers = headers
    this.#durationMs = Math.min(this.elapsed(), this.#deadlineMs)
    // Most bodies arrive with their headers, so a timer is rarely needed.
    queueMicrotask(() => this.#limitBody())
  }

  #limitBody(): void {
    if (this.#isSettled) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#cut(), ANSWER_MS)
  }

  onData(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size >= ANSWER_BYTES) this.#cut()
  }

  onEnd(): void {
    this.#settle()
  }

  onError(error: Error): void {
    // Cut off after its headers: the status is known, and only the status counts.
    if (this.#status === 0) this.#fail(this.#isOverdue ? this.#tooLate() : error)
    else this.#settle()
  }

  /** Ends the connection, which can't be reused anyway. */
  #cut(): void {
    this.#connection?.destroy()
    this.#settle()
  }

  #fail(problem: Error): void {
    if (this.#isSettled) return
    this.#isSettled = true
    clearTimeout(this.#timer)
    this.#reject(problem)
    this.#connection?.destroy()
  }

  #settle(): void {
    if (this.#isSettled) return
    this.#isSettled = true
    clearTimeout(this.#timer)
    const text = this.#size === 0 ? '' : textOf(Buffer.concat(this.#chunks))
    this.#chunks = []
    this.#resolve({
      status: this.#status,
      duration_ms: this.#durationMs,
      text,
      headers: this.#headers,
    })
  }
}

const UTF_8 = new TextDecoder()

/** PostgreSQL's text can't contain U+0000. */
function textOf(answer: Buffer): string {
  return UTF_8.decode(answer.subarray(0, ANSWER_BYTES)).replaceAll('\0', '\uFFFD')
}
