import type { LookupAddress } from 'node:dns'
import { isIP, isIPv6, type LookupFunction, type TcpNetConnectOpts } from 'node:net'
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import type { buildConnector } from 'undici'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { ReceiverExceptions } from './addresses/receiver-exceptions.ts'
import { DeliveryProblem, errorCode } from './cause.ts'
import { type InterimAnswers, takeContinue } from './interim-answers.ts'
import { guardedAddressesOf, NameLookup } from './name-lookup.ts'
import { openTunnel } from './proxy-tunnel.ts'

export type ConnectorSettings = {
  /** `host:port` and `range:port` in lower case, see ReceiverExceptions. */
  exceptions: readonly string[]
  /** PEM of additional trusted certificate authorities. */
  authorities: readonly string[]
  /**
   * How long a receiver may take to answer. A socket that isn't ready by then is destroyed, because
   * undici's `signal` doesn't reach it yet.
   */
  deadlineMs: number
  /**
   * URL of an HTTP proxy (CONNECT) through which all receivers except the excepted ones are reached, with its
   * user name and password if it needs them. It looks names up, and checks the addresses.
   */
  proxy?: string
  /** `address:port` of the name servers to query; default: the system's. Only tests pass their own. */
  nameServers?: string[]
}

/** undici's type; `watch`, if given, is called with each socket before TLS begins on it. */
export type Connector = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  watch?: Watch,
) => void

type Watch = (socket: TLSSocket, interim: InterimAnswers) => void

/**
 * Opens undici's sockets. Each one is connected to a checked address, is checked again after it has
 * connected, and has shown a valid certificate. So kept-alive connections are safe to reuse. A proxy
 * looks the name up and checks the address itself; the certificate is still the receiver's own.
 *
 * @param names default: each connection looks its name up
 */
export function createConnector(
  settings: ConnectorSettings,
  names: NameLookup | null = null,
): Connector {
  const { proxy, deadlineMs, nameServers } = settings
  const exceptions = new ReceiverExceptions(settings.exceptions)
  // Once for all connections: loading about 150 authorities takes longer than a handshake.
  let context: SecureContext | null = null
  const secureContext = () => {
    context ??= createSecureContext({
      ca: [...getCACertificates('default'), ...settings.authorities],
    })
    return context
  }

  return ({ host, hostname, port: given }, callback, watch) => {
    const port = Number(given || 443)
    const isExcepted = exceptions.hasHost(host ?? hostname)

    /** Begins TLS on a connection of Node's own, or on one through the proxy. */
    function secure(
      connection: ConnectionOptions & Partial<TcpNetConnectOpts>,
      limitMs = deadlineMs,
    ): void {
      const socket = connect({
        ALPNProtocols: ['http/1.1'],
        secureContext: secureContext(),
        rejectUnauthorized: true,
        host: hostname,
        // Unlike node:https, node:tls sends no server name by default, and servers with many names need it.
        servername: isIP(hostname) === 0 ? hostname : '',
        ...connection,
      })
      const isDialled = connection.socket === undefined
      const certificateProblem = watchCertificate(socket, hostname)
      watch?.(socket, takeContinue(socket))
      untilSecure(socket, limitMs, error => {
        if (error !== null) {
          // The receiver may have moved.
          names?.forget(hostname)
          return callback(certificateProblem(error) ?? error, null)
        }
        const problem =
          isDialled && !isExcepted
            ? exceptions.addressProblem(socket.remoteAddress ?? '', port)
            : null
        if (problem === null) return callback(null, socket)
        socket.on('error', () => {}).destroy()
        callback(new DeliveryProblem('address-not-allowed', problem), null)
      })
    }

    if (proxy !== undefined && !isExcepted) {
      const began = performance.now()
      const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`
      openTunnel({ url: proxy, secureContext: secureContext(), deadlineMs }, authority).then(
        socket => secure({ socket }, began + deadlineMs - performance.now()),
        (error: Error) => callback(error, null),
      )
      return
    }
    const looking = names ?? new NameLookup(nameServers)
    secure({
      port,
      lookup: lookUpFunction(name =>
        isExcepted
          ? looking.exceptedAddressesOf(name)
          : guardedAddressesOf(name, address => exceptions.addressProblem(address, port), looking),
      ),
      // "localhost" may lead to ::1 while the receiver only listens on 127.0.0.1.
      autoSelectFamily: true,
      // Node's quarter of a second is shorter than some handshakes across an ocean.
      autoSelectFamilyAttemptTimeout: 1_000,
      keepAlive: true,
      noDelay: true,
    })
  }
}

/** Waits for TLS on a new socket, and destroys the socket if that fails. */
function untilSecure(
  socket: TLSSocket,
  limitMs: number,
  done: (error: Error | null) => void,
): void {
  const timer = setTimeout(
    () => socket.destroy(new DeliveryProblem('no-connection', 'did not connect in time')),
    limitMs,
  )
  const settle = (error: Error | null) => {
    clearTimeout(timer)
    socket.off('error', settle)
    socket.off('close', onClose)
    // A destroyed socket may still emit an error.
    if (error !== null) socket.on('error', () => {}).destroy()
    done(error)
  }
  const onClose = () => settle(new DeliveryProblem('broke-off', 'closed the connection'))
  socket.on('error', settle)
  socket.on('close', onClose)
  socket.once('secureConnect', () => settle(null))
}

function lookUpFunction(addressesOf: (name: string) => Promise<LookupAddress[]>): LookupFunction {
  return (name, _options, done) => {
    addressesOf(name).then(
      addresses => done(null, addresses),
      (error: Error) => done(error, []),
    )
  }
}

/**
 * Keeps the details of a certificate: once Node has refused it, the socket is gone, and the error
 * alone doesn't say when the certificate expired.
 */
function watchCertificate(
  socket: TLSSocket,
  name: string,
): (error: Error) => DeliveryProblem | null {
  let valid: { from: Date; to: Date } | undefined
  // Node's own listener, which refuses, is already registered.
  socket.prependOnceListener('secure', () => {
    // Not getPeerX509Certificate: with it, Node 24's own check finds no certificate any more.
    const { valid_from, valid_to } = socket.getPeerCertificate()
    valid = { from: new Date(valid_from), to: new Date(valid_to) }
  })
  return error => {
    const code = errorCode(error)
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
      const text = `its certificate is not for the name ${name}`
      return new DeliveryProblem('certificate-name-mismatch', text)
    }
    const now = new Date()
    if (code === 'CERT_HAS_EXPIRED' && valid !== undefined && valid.to < now) {
      const cause = { code: 'certificate-expired', day: dayOf(valid.to, 'UTC') } as const
      return new DeliveryProblem(cause, `its certificate expired on ${DAY.format(valid.to)}`)
    }
    if (code === 'CERT_NOT_YET_VALID' && valid !== undefined && valid.from > now) {
      const cause = { code: 'certificate-too-new', day: dayOf(valid.from, 'UTC') } as const
      const text = `its certificate is valid only from ${DAY.format(valid.from)}`
      return new DeliveryProblem(cause, text)
    }
    return null
  }
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
