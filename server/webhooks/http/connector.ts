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

/** The target of a connection. `hostname` is without brackets. */
type Target = { hostname: string; port: number; isExcepted: boolean }

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

  function tlsFor({ hostname }: Target): ConnectionOptions {
    // Unlike node:https, node:tls sends no server name by default, and servers with many names need it.
    const servername = isIP(hostname) === 0 ? hostname : ''
    return {
      ALPNProtocols: ['http/1.1'],
      secureContext: secureContext(),
      rejectUnauthorized: true,
      host: hostname,
      servername,
    }
  }

  /** Called when TLS has begun on a socket, or is about to. */
  function secure(
    socket: TLSSocket,
    { hostname }: Target,
    limitMs: number,
    watch: Watch | undefined,
    done: (error: Error | null) => void,
  ): void {
    const certificateProblem = watchCertificate(socket, hostname)
    const interim = takeContinue(socket)
    watch?.(socket, interim)
    untilSecure(socket, limitMs, error => {
      // The receiver may have moved.
      if (error !== null) names?.forget(hostname)
      done(error === null ? null : (certificateProblem(error) ?? error))
    })
  }

  function dial(target: Target, callback: buildConnector.Callback, watch?: Watch): void {
    const { port, isExcepted } = target
    const options: ConnectionOptions & TcpNetConnectOpts = {
      ...tlsFor(target),
      port,
      lookup: lookUpFunction(target, exceptions, names ?? new NameLookup(nameServers)),
      // "localhost" may lead to ::1 while the receiver only listens on 127.0.0.1.
      autoSelectFamily: true,
      // Node's quarter of a second is shorter than some handshakes across an ocean.
      autoSelectFamilyAttemptTimeout: 1_000,
      keepAlive: true,
      noDelay: true,
    }
    const socket = connect(options)
    secure(socket, target, deadlineMs, watch, error => {
      if (error !== null) return callback(error, null)
      const problem = isExcepted
        ? null
        : exceptions.addressProblem(socket.remoteAddress ?? '', port)
      if (problem === null) return callback(null, socket)
      socket.on('error', () => {}).destroy()
      callback(new DeliveryProblem('address-not-allowed', problem), null)
    })
  }

  function tunnel(
    url: string,
    target: Target,
    callback: buildConnector.Callback,
    watch?: Watch,
  ): void {
    const { hostname, port } = target
    const began = performance.now()
    const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`
    openTunnel({ url, secureContext: secureContext(), deadlineMs }, authority, (error, carrier) => {
      if (carrier === null) return callback(error ?? new Error('No tunnel'), null)
      const socket = connect({ ...tlsFor(target), socket: carrier })
      const restMs = began + deadlineMs - performance.now()
      secure(socket, target, restMs, watch, failure =>
        failure === null ? callback(null, socket) : callback(failure, null),
      )
    })
  }

  return ({ host, hostname, port }, callback, watch) => {
    const isExcepted = exceptions.hasHost(host ?? hostname)
    const target = { hostname, port: Number(port || 443), isExcepted }
    if (proxy === undefined || isExcepted) dial(target, callback, watch)
    else tunnel(proxy, target, callback, watch)
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

function lookUpFunction(
  { port, isExcepted }: Target,
  exceptions: ReceiverExceptions,
  names: NameLookup,
): LookupFunction {
  return (name, _options, done) => {
    const looking = isExcepted
      ? names.exceptedAddressesOf(name)
      : guardedAddressesOf(name, address => exceptions.addressProblem(address, port), names)
    looking.then(
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
