import type { Dispatcher } from 'undici'
import { DeliveryProblem } from './cause.ts'

/** How much of an answer's body is read, and for how long once its headers are in. */
const ANSWER_BYTES = 64 * 1024
const ANSWER_MS = 400

/** More 1xx answers than any receiver has reason for; at full speed they would fill a processor. */
const INTERIM_ANSWERS = 1_000

/** An answer in time: its status, when its headers came, and the first part of its body as text. */
export type Answer = { status: number; duration_ms: number; text: string }

/**
 * One POST as undici tells of it, with one timer over name look-up, connect, TLS and headers.
 * `answer` rejects with what prevented an answer; what the receiver does after its headers doesn't
 * matter any more. Written on undici's dispatch, as its request() makes a stream, a promise chain
 * and an abort signal for each, which cost as much as the post itself.
 */
export class PostExchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: Error) => void
  readonly #started = performance.now()
  readonly #deadlineMs: number
  #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | null = null
  #problem: Error | null = null
  #interim = 0
  #status = 0
  #durationMs = 0
  #chunks: Buffer[] = []
  #size = 0

  constructor(deadlineMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.answer = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#deadlineMs = deadlineMs
    this.#timer = setTimeout(PostExchange.#deadlinePassed, deadlineMs, this)
  }

  static #deadlinePassed(exchange: PostExchange): void {
    const seconds = exchange.#deadlineMs / 1_000
    exchange.#giveUp(new DeliveryProblem(`did not answer within ${seconds} seconds`))
  }

  /** Milliseconds since the exchange began. */
  elapsed(): number {
    return Math.round(performance.now() - this.#started)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Given up while it still waited for its connection: nothing is sent any more.
    if (this.#problem !== null) controller.abort(this.#problem)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) {
      this.#interim += 1
      if (this.#interim > INTERIM_ANSWERS) {
        this.#giveUp(new DeliveryProblem('sent interim answers (1xx) without end'))
      }
      return
    }
    clearTimeout(this.#timer)
    this.#status = status
    this.#durationMs = this.elapsed()
    this.#timer = setTimeout(PostExchange.#answerCut, ANSWER_MS, this)
  }

  static #answerCut(exchange: PostExchange): void {
    exchange.#cut()
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#size >= ANSWER_BYTES) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size >= ANSWER_BYTES) this.#cut()
  }

  onResponseEnd(): void {
    // undici frees a kept-alive connection one turn of the event loop after the answer's end, which
    // it asks for right after this: who posts again at once is to find it.
    queueMicrotask(() => setImmediate(PostExchange.#answered, this))
  }

  static #answered(exchange: PostExchange): void {
    exchange.#settle()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // Cut after its headers, by the receiver or by us: the status has been told, and it is what counts.
    if (this.#status === 0) this.#giveUp(error)
    else this.#settle()
  }

  /** Ends the connection, which could not be used again anyway. */
  #cut(): void {
    this.#controller?.abort(new DeliveryProblem('answered at too great a length'))
    this.#settle()
  }

  #giveUp(problem: Error): void {
    clearTimeout(this.#timer)
    if (this.#problem !== null) return
    this.#problem = problem
    // Settled first: undici heeds an abort only once it is connected.
    this.#reject(problem)
    this.#controller?.abort(problem)
  }

  #settle(): void {
    clearTimeout(this.#timer)
    const text = this.#size === 0 ? '' : textOf(Buffer.concat(this.#chunks))
    this.#chunks = []
    this.#resolve({ status: this.#status, duration_ms: this.#durationMs, text })
  }
}

const UTF_8 = new TextDecoder()

/** PostgreSQL's text can't hold U+0000. */
function textOf(answer: Buffer): string {
  return UTF_8.decode(answer.subarray(0, ANSWER_BYTES)).replaceAll('\0', '\uFFFD')
}
