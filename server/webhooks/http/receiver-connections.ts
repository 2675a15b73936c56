import { Connection, type ConnectionUser } from './connection.ts'
import type { Connector } from './connector.ts'
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
export class ReceiverConnections implements ConnectionUser {
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

  /** Receivers close idle connections at any time. A new one can't have been idle for too long. */
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
