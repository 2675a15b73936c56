import { Connection, type ConnectionUser } from './connection.ts'
import type { Connector } from './connector.ts'
import type { PostExchange } from './post-exchange.ts'

/**
 * How long exchanges wait for connections that are in use before as many more are opened. Opening one
 * costs as much as ten posts, here and at the receiver.
 */
const GROWTH_MS = 100

/** The exchanges that wait for a connection to one origin, the longest waiting first. */
type Waiting = { exchanges: PostExchange[]; timer: NodeJS.Timeout }

/**
 * The connections to all receivers. An exchange uses the idle one that was used last. If all are in use,
 * it waits a little, because many receivers may share one host. A burst of quick posts needs only one
 * connection; while posts keep waiting, the number of connections doubles every 100 ms. The engine
 * decides how many attempts at a receiver are under way at a time. undici's Agent searches all
 * receivers each time that the last connection to one closes, and doesn't limit idle ones.
 */
export class ReceiverConnections implements ConnectionUser {
  readonly #connector: Connector
  readonly #mostIdle: number
  readonly #open = new Set<Connection>()
  /** The one that has been idle the longest first. */
  readonly #idle = new Set<Connection>()
  /** The same by origin, the one used last at the end. */
  readonly #idleTo = new Map<string, Connection[]>()
  /** Those with an exchange, by origin. */
  readonly #inUse = new Map<string, Set<Connection>>()
  readonly #waitingFor = new Map<string, Waiting>()

  constructor(connector: Connector, mostIdle: number) {
    this.#connector = connector
    this.#mostIdle = mostIdle
  }

  /** `exchange` receives the result. */
  send(exchange: PostExchange): void {
    const { origin } = exchange.request
    const idle = this.#takeIdle(origin)
    if (idle !== undefined) this.#use(idle, exchange)
    else if (this.#inUse.has(origin)) this.#wait(exchange)
    else this.#use(this.#add(origin), exchange)
  }

  #use(connection: Connection, exchange: PostExchange): void {
    const { origin } = connection
    const inUse = this.#inUse.get(origin) ?? new Set()
    this.#inUse.set(origin, inUse.add(connection))
    connection.send(exchange)
  }

  #wait(exchange: PostExchange): void {
    const { origin } = exchange.request
    const waiting = this.#waitingFor.get(origin)
    if (waiting !== undefined) {
      waiting.exchanges.push(exchange)
      return
    }
    const timer = this.#growLater(origin)
    this.#waitingFor.set(origin, { exchanges: [exchange], timer })
  }

  #growLater(origin: string): NodeJS.Timeout {
    // Timers run before sockets: after a stall, a connection may be about to become free.
    return setTimeout(() => setImmediate(() => this.#grow(origin)), GROWTH_MS)
  }

  /** Opens connections for the longest waiting. */
  #grow(origin: string): void {
    const waiting = this.#waitingFor.get(origin)
    if (waiting === undefined) return
    const count = Math.max(1, this.#inUse.get(origin)?.size ?? 0)
    for (const exchange of waiting.exchanges.splice(0, count)) {
      this.#use(this.#add(origin), exchange)
    }
    if (waiting.exchanges.length === 0) this.#waitingFor.delete(origin)
    else waiting.timer = this.#growLater(origin)
  }

  /**
   * Gives the longest waiting exchange a connection that is free, or a new one in place of one that is
   * gone: a receiver that closes each connection must not make the others wait.
   */
  #serveLongestWaiting(origin: string, isGone: boolean): void {
    const waiting = this.#waitingFor.get(origin)
    if (waiting === undefined) return
    const idle = this.#takeIdle(origin)
    // Another exchange has taken it.
    if (idle === undefined && !isGone) return
    const exchange = waiting.exchanges.shift()
    if (waiting.exchanges.length === 0) {
      clearTimeout(waiting.timer)
      this.#waitingFor.delete(origin)
    }
    if (exchange !== undefined) this.#use(idle ?? this.#add(origin), exchange)
  }

  /** @returns whether it was in use */
  #noLongerInUse(connection: Connection): boolean {
    const { origin } = connection
    const inUse = this.#inUse.get(origin)
    if (inUse?.delete(connection) !== true) return false
    if (inUse.size === 0) this.#inUse.delete(origin)
    return true
  }

  /** Closes all connections. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#open].map(connection => connection.destroy()))
  }

  onFree(connection: Connection): void {
    const { origin } = connection
    this.#noLongerInUse(connection)
    // Only after this turn is it known whether the receiver closes the connection after its answer.
    if (this.#waitingFor.has(origin)) {
      queueMicrotask(() => this.#serveLongestWaiting(origin, !connection.isOpen))
    }
    const idle = this.#idleTo.get(connection.origin)
    if (idle === undefined) this.#idleTo.set(connection.origin, [connection])
    else idle.push(connection)
    this.#idle.add(connection)
    if (this.#idle.size <= this.#mostIdle) return
    const [longest] = this.#idle
    void longest?.destroy()
  }

  onGone(connection: Connection): void {
    this.#open.delete(connection)
    const { origin } = connection
    if (this.#noLongerInUse(connection)) {
      this.#serveLongestWaiting(origin, true)
    } else if (this.#idle.delete(connection)) {
      const idle = this.#idleTo.get(origin) ?? []
      idle.splice(idle.indexOf(connection), 1)
      if (idle.length === 0) this.#idleTo.delete(origin)
    }
  }

  /** Receivers close idle connections at any time. A new one can't have been idle for too long. */
  onUnsent(exchange: PostExchange): void {
    this.#use(this.#add(exchange.request.origin), exchange)
  }

  #add(origin: string): Connection {
    const connection = new Connection(origin, this.#connector, this)
    this.#open.add(connection)
    return connection
  }

  #takeIdle(origin: string): Connection | undefined {
    const idle = this.#idleTo.get(origin)
    if (idle === undefined) return undefined
    let connection = idle.pop()
    // The receiver has just closed it, or announced that in its last answer.
    while (connection !== undefined && !connection.isOpen) {
      this.#idle.delete(connection)
      connection = idle.pop()
    }
    if (idle.length === 0) this.#idleTo.delete(origin)
    if (connection !== undefined) this.#idle.delete(connection)
    return connection
  }
}
