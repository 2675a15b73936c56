import { Connection, type ConnectionUser } from './connection.ts'
import type { Connector } from './connector.ts'
import type { PostExchange } from './post-exchange.ts'

/**
 * The connections to all receivers. An exchange uses the idle one that was used last, or a new one.
 * The sender decides how many are open to a receiver at a time. undici's Agent searches all receivers
 * each time that the last connection to one closes, and doesn't limit idle ones.
 */
export class ReceiverConnections implements ConnectionUser {
  readonly #connector: Connector
  readonly #mostIdle: number
  readonly #open = new Set<Connection>()
  /** The one that has been idle the longest first. */
  readonly #idle = new Set<Connection>()
  /** The same by origin, the one used last at the end. */
  readonly #idleTo = new Map<string, Connection[]>()

  constructor(connector: Connector, mostIdle: number) {
    this.#connector = connector
    this.#mostIdle = mostIdle
  }

  /** `exchange` receives the result. */
  send(exchange: PostExchange): void {
    const { origin } = exchange.request
    const connection = this.#takeIdle(origin) ?? this.#add(origin)
    connection.send(exchange)
  }

  /** Closes all connections. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#open].map(connection => connection.destroy()))
  }

  onFree(connection: Connection): void {
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
    if (!this.#idle.delete(connection)) return
    const idle = this.#idleTo.get(connection.origin) ?? []
    idle.splice(idle.indexOf(connection), 1)
    if (idle.length === 0) this.#idleTo.delete(connection.origin)
  }

  /**
   * Receivers close idle connections at any time, and one that does so while a request is on its way
   * has most probably not read it. If it has, it gets the event twice, with the same webhook-id, as
   * with any retry (at least once). A new connection can't have been idle for too long.
   */
  onStale(exchange: PostExchange): void {
    this.#add(exchange.request.origin).send(exchange)
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
