import type { IncomingHttpHeaders } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { Client, type Dispatcher } from 'undici'
import { answerProblem, errorCode } from './cause.ts'
import type { Connector } from './connector.ts'
import type { InterimAnswers } from './interim-answers.ts'
import type { PostExchange } from './post-exchange.ts'

/** Events of a connection for its user, once for each exchange. */
export type ConnectionUser = {
  /** Its exchange has ended, and another one may start. */
  onFree(connection: Connection): void
  /** Nothing more can be sent on it. */
  onGone(connection: Connection): void
  /**
   * The kept-alive connection could not take the whole of `exchange`, which is still open and has not
   * been sent again yet.
   */
  onUnsent(exchange: PostExchange): void
}

/** How long an idle connection is kept if the receiver doesn't say; and the maximum if it does. */
const KEEP_ALIVE_MS = 45_000
const MAX_KEEP_ALIVE_MS = 60_000

/** A busy connection is never idle, and would keep using an old address of the receiver's name. */
const MAX_LIFE_MS = 10 * 60_000

/**
 * One connection to a receiver, opened when the first exchange is sent on it, with one exchange at a
 * time. undici's Pool would hide which socket an exchange uses, and whether it is a new one.
 */
export class Connection implements Dispatcher.DispatchHandler {
  readonly origin: string
  readonly #user: ConnectionUser
  readonly #client: Client
  #socket: TLSSocket | null = null
  #interim: InterimAnswers | null = null
  #exchange: PostExchange | null = null
  /** Whether the exchange was written: the receiver may have it. */
  #isWritten = false
  /** undici reports the close that follows it instead. */
  #socketError: Error | null = null
  #isDestroyed = false
  /** How many exchanges the socket has served. */
  #served = 0
  #dialledAt = 0

  constructor(origin: string, connector: Connector, user: ConnectionUser) {
    this.origin = origin
    this.#user = user
    this.#client = new Client(origin, {
      connect: (options, callback) => connector(options, callback, this.#onSocket),
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
      // Only the exchange has a deadline, because undici's own restart with each phase or chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    this.#client.on('disconnect', this.#onDisconnect)
  }

  /** Whether an exchange that is sent now uses an open socket. */
  get isOpen(): boolean {
    return this.#socket !== null && !this.#socket.destroyed
  }

  send(exchange: PostExchange): void {
    this.#exchange = exchange
    this.#isWritten = false
    exchange.sentOn(this)
    this.#client.dispatch(exchange.request, this)
  }

  /** Closes it in any state. The exchange on it receives no more events. */
  destroy(): Promise<void> {
    this.#exchange = null
    if (this.#isDestroyed) return Promise.resolve()
    this.#isDestroyed = true
    this.#user.onGone(this)
    const destroyed = this.#client.destroy()
    // undici forgets a socket that is still being connected.
    this.#socket?.destroy()
    return destroyed
  }

  /** undici reopens a connection that closes before anything is sent. */
  readonly #onSocket = (socket: TLSSocket, interim: InterimAnswers): void => {
    this.#socket = socket
    this.#interim = interim
    this.#socketError = null
    socket.once('error', error => {
      this.#socketError = error
    })
    this.#served = 0
    this.#dialledAt = performance.now()
    if (this.#isDestroyed) socket.destroy()
  }

  readonly #onDisconnect = (): void => {
    if (this.#exchange === null) void this.destroy()
  }

  onRequestStart(): void {
    this.#interim?.expect()
    this.#isWritten = true
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#exchange?.onStatus(status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#exchange?.onData(chunk)
  }

  onResponseEnd(): void {
    const exchange = this.#exchange
    if (exchange === null) return
    this.#exchange = null
    this.#served += 1
    if (performance.now() - this.#dialledAt < MAX_LIFE_MS) this.#user.onFree(this)
    else void this.destroy()
    exchange.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const exchange = this.#exchange
    if (exchange === null) return
    const status = this.#interim?.status ?? null
    void this.destroy()
    const cause = this.#socketError ?? error
    if (this.#isUnsent(cause, exchange) && exchange.maySendAgain()) this.#user.onUnsent(exchange)
    else if (!this.#isWritten) exchange.onError(error)
    else {
      const problem = answerProblem(cause, exchange.request.method === 'POST')
      if (problem.isMalformed && status !== null) exchange.onStatus(status)
      exchange.onError(problem.error)
    }
  }

  /**
   * Whether nothing of the request reached the receiver, because it had closed the kept-alive connection
   * before. If the write succeeded, the receiver may have read the request and then closed the
   * connection: nothing that Node reports tells the two apart.
   */
  #isUnsent(error: Error, { request }: PostExchange): boolean {
    return (
      this.#served > 0 &&
      CLOSED_CODES.includes(errorCode(error)) &&
      (!this.#isWritten ||
        ('syscall' in error &&
          error.syscall === 'write' &&
          Buffer.byteLength(request.body ?? '') <= MAX_WRITTEN_AT_ONCE))
    )
  }
}

const CLOSED_CODES = ['ECONNRESET', 'EPIPE']

/** An idle connection takes as much as this at once, or nothing. A part of more may have been read. */
const MAX_WRITTEN_AT_ONCE = 8 * 1024
