import type { IncomingHttpHeaders } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { Client, type Dispatcher } from 'undici'
import { answerProblem, errorCode } from './cause.ts'
import type { Connector } from './connector.ts'
import type { InterimAnswers } from './interim-answers.ts'
import type { PostExchange } from './post-exchange.ts'

/**
 * How long exchanges wait for connections that are in use before as many more are opened. Opening one
 * costs as much as ten posts, here and at the receiver.
 */
const GROWTH_MS = 100

type Origin = {
  name: string
  inUse: Set<Connection>
  /** The one that was used last is at the end. */
  idle: Connection[]
  /** The exchange that has waited the longest is first. */
  waiting: PostExchange[]
  timer: NodeJS.Timeout | undefined
}

/**
 * The connections to all receivers. An exchange uses the idle one that was used last. If all are in use,
 * it waits a little, because many receivers may share one host. A burst of quick posts needs only one
 * connection; while posts keep waiting, the number of connections doubles every 100 ms. undici's Agent
 * searches all receivers each time that the last connection to one closes, and doesn't limit idle ones.
 */
export class ReceiverConnections {
  readonly #connector: Connector
  readonly #mostIdle: number
  readonly #origins = new Map<string, Origin>()
  readonly #open = new Set<Connection>()
  /** The one that has been idle the longest is first. */
  readonly #idle = new Set<Connection>()

  constructor(connector: Connector, mostIdle: number) {
    this.#connector = connector
    this.#mostIdle = mostIdle
  }

  send(exchange: PostExchange): void {
    const origin = this.#origin(exchange.request.origin)
    const idle = this.#takeIdle(origin)
    if (idle === undefined && origin.inUse.size > 0) {
      origin.waiting.push(exchange)
      this.#growLater(origin)
    } else this.#use(origin, idle ?? this.#add(origin), exchange)
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#open].map(connection => connection.destroy()))
  }

  /** An exchange on the connection has ended, and another one may start. */
  onFree(connection: Connection): void {
    const origin = this.#origin(connection.origin)
    origin.inUse.delete(connection)
    origin.idle.push(connection)
    this.#idle.add(connection)
    // Only then is it known whether the receiver closes the connection after its answer.
    if (origin.waiting.length > 0) {
      queueMicrotask(() => this.#serveWaiting(origin, !connection.isOpen))
    }
    if (this.#idle.size <= this.#mostIdle) return
    const [longest] = this.#idle
    void longest?.destroy()
  }

  /** Nothing more can be sent on the connection. */
  onGone(connection: Connection): void {
    const origin = this.#origin(connection.origin)
    this.#open.delete(connection)
    if (origin.inUse.delete(connection)) this.#serveWaiting(origin, true)
    else if (this.#idle.delete(connection)) {
      origin.idle.splice(origin.idle.indexOf(connection), 1)
    }
    const { name, inUse, idle, waiting } = origin
    if (inUse.size + idle.length + waiting.length === 0) this.#origins.delete(name)
  }

  /**
   * A kept-alive connection could not take the whole of `exchange`, which is still open. Receivers close idle
   * connections at any time. A new one can't have been idle for too long.
   */
  onUnsent(exchange: PostExchange): void {
    const origin = this.#origin(exchange.request.origin)
    this.#use(origin, this.#add(origin), exchange)
  }

  #origin(name: string): Origin {
    let origin = this.#origins.get(name)
    if (origin === undefined) {
      origin = { name, inUse: new Set(), idle: [], waiting: [], timer: undefined }
      this.#origins.set(name, origin)
    }
    return origin
  }

  #use(origin: Origin, connection: Connection, exchange: PostExchange): void {
    origin.inUse.add(connection)
    connection.send(exchange)
  }

  #add({ name }: Origin): Connection {
    const connection = new Connection(name, this.#connector, this)
    this.#open.add(connection)
    return connection
  }

  #takeIdle(origin: Origin): Connection | undefined {
    for (;;) {
      const connection = origin.idle.pop()
      if (connection === undefined) return undefined
      this.#idle.delete(connection)
      // The receiver may just have closed it, or announced that in its last answer.
      if (connection.isOpen) return connection
    }
  }

  #growLater(origin: Origin): void {
    // Timers run before sockets: after a stall, a connection may be about to become free.
    origin.timer ??= setTimeout(() => setImmediate(() => this.#grow(origin)), GROWTH_MS)
  }

  /** Opens connections for the exchanges that have waited the longest. */
  #grow(origin: Origin): void {
    origin.timer = undefined
    for (const exchange of origin.waiting.splice(0, Math.max(1, origin.inUse.size))) {
      this.#use(origin, this.#add(origin), exchange)
    }
    if (origin.waiting.length > 0) this.#growLater(origin)
  }

  /**
   * Gives the exchange that has waited the longest a connection that is free, or a new one in place of one
   * that is gone: a receiver that closes each connection must not make the others wait.
   */
  #serveWaiting(origin: Origin, isGone: boolean): void {
    if (origin.waiting.length === 0) return
    const connection = this.#takeIdle(origin) ?? (isGone ? this.#add(origin) : undefined)
    // Another exchange has taken it.
    if (connection === undefined) return
    const exchange = origin.waiting.shift()
    if (exchange !== undefined) this.#use(origin, connection, exchange)
    if (origin.waiting.length > 0) return
    clearTimeout(origin.timer)
    origin.timer = undefined
  }
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
class Connection implements Dispatcher.DispatchHandler {
  readonly origin: string
  readonly #pool: ReceiverConnections
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

  constructor(origin: string, connector: Connector, pool: ReceiverConnections) {
    this.origin = origin
    this.#pool = pool
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
    this.#pool.onGone(this)
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
    if (performance.now() - this.#dialledAt < MAX_LIFE_MS) this.#pool.onFree(this)
    else void this.destroy()
    exchange.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const exchange = this.#exchange
    if (exchange === null) return
    const status = this.#interim?.status ?? null
    void this.destroy()
    const cause = this.#socketError ?? error
    if (this.#isUnsent(cause, exchange) && exchange.maySendAgain()) this.#pool.onUnsent(exchange)
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
