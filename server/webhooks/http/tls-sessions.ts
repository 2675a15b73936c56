import type { TLSSocket } from 'node:tls'
import { LRUCache } from 'lru-cache'

/** About 3 KB each. */
const MAX_SESSIONS = 5_000

/** How long a receiver need not show its certificate again. */
const MAX_MS = 60 * 60 * 1_000

type KeptSession = {
  session: Buffer
  /** When its receiver has to show a certificate again, in ms since 1970. */
  until: number
}

/**
 * The TLS sessions that new connections to receivers resume, which saves both sides most of the cost
 * of a handshake. A resumed session shows no certificate, so a session is only kept after a valid
 * one, for an hour or until that certificate expires. Sessions that follow from resumed ones last no
 * longer.
 */
export class TlsSessions {
  readonly #kept = new LRUCache<string, KeptSession>({ max: MAX_SESSIONS })

  /** The session that a new connection to `receiver`, a `host:port`, may resume. */
  of(receiver: string): Buffer | undefined {
    const kept = this.#kept.get(receiver)
    return kept !== undefined && Date.now() < kept.until ? kept.session : undefined
  }

  /**
   * Keeps the sessions of a new connection to `receiver`.
   *
   * @param expires returns when the certificate that it shows expires
   */
  watch(receiver: string, socket: TLSSocket, expires: () => Date | undefined): void {
    const resumed = this.#kept.get(receiver)
    let until: number | undefined
    let latest: Buffer | undefined
    const keep = () => {
      if (latest !== undefined && until !== undefined) {
        this.#kept.set(receiver, { session: latest, until })
      }
    }
    // With TLS 1.2 it arrives before the certificate is checked, with 1.3 after that.
    socket.on('session', session => {
      latest = session
      keep()
    })
    socket.once('secureConnect', () => {
      until = socket.isSessionReused()
        ? resumed?.until
        : Math.min(Date.now() + MAX_MS, expires()?.getTime() ?? 0)
      keep()
    })
  }

  /** Removes the session, because the connection that resumed it failed. */
  forget(receiver: string): void {
    this.#kept.delete(receiver)
  }
}
