import { isIPv6, type LookupFunction, type TcpNetConnectOpts } from 'node:net'
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  getCACertificates,
  type TLSSocket,
} from 'node:tls'
import type { buildConnector } from 'undici'
import { codeOf, DeliveryProblem } from './cause.ts'
import { takeContinue } from './interim-answers.ts'
import { exceptedAddressesOf, guardedAddressesOf } from './name-lookup.ts'
import { openTunnel } from './proxy-tunnel.ts'
import { ReceiverExceptions } from './receiver-exceptions.ts'

type ConnectorSettings = {
  /** `host:port` and `range:port`, see ReceiverExceptions. */
  exceptions: readonly string[]
  /** PEM of certificate authorities trusted besides Node's own. */
  authorities: readonly string[]
  /** A socket that isn't ready by then is destroyed: undici's `signal` doesn't reach it yet. */
  deadlineMs: number
  /** URL of the proxy that all receivers but the excepted ones are reached through. */
  proxy?: string
  nameServers?: string[]
}

/** As undici has it; `watch`, where given, is shown each socket before TLS begins on it. */
type Connector = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  watch?: (socket: TLSSocket) => void,
) => void

/** What a connection is made to. `hostname` is without brackets. */
type Target = { hostname: string; port: number; isExcepted: boolean }

/**
 * How undici's Agent gets its sockets: each one is dialled to an address that was checked, is
 * checked again once connected, and has shown a certificate of its own. Kept-alive connections
 * are therefore safe to use again. Through a proxy, which looks the name up and checks the address,
 * the certificate is the receiver's own, too.
 */
export function createConnector(settings: ConnectorSettings): Connector {
  const { proxy, deadlineMs, nameServers } = settings
  const exceptions = new ReceiverExceptions(settings.exceptions)
  // Once for all: reading some 150 authorities takes longer than a handshake.
  const secureContext = createSecureContext({
    ca: [...getCACertificates('default'), ...settings.authorities],
  })
  const tls: ConnectionOptions = {
    ALPNProtocols: ['http/1.1'],
    secureContext,
    rejectUnauthorized: true,
  }

  function dial(target: Target, callback: buildConnector.Callback, watch?: Watch): void {
    const { hostname, port, isExcepted } = target
    const lookUp = lookUpFunction(target, exceptions, nameServers)
    const options: ConnectionOptions & TcpNetConnectOpts = {
      ...tls,
      host: hostname,
      port,
      lookup: lookUp.lookup,
      // "localhost" may lead to ::1 while the receiver listens on 127.0.0.1 alone.
      autoSelectFamily: true,
      // Node's quarter of a second is less than a handshake across an ocean may take.
      autoSelectFamilyAttemptTimeout: 1_000,
      keepAlive: true,
      noDelay: true,
    }
    const socket = connect(options)
    secure(socket, hostname, deadlineMs, watch, error => {
      lookUp.cancel()
      if (error !== null) return callback(error, null)
      const problem = isExcepted
        ? null
        : exceptions.addressProblem(socket.remoteAddress ?? '', port)
      if (problem === null) return callback(null, socket)
      socket.on('error', () => {}).destroy()
      callback(new DeliveryProblem(problem), null)
    })
  }

  function tunnel(
    url: string,
    { hostname, port }: Target,
    callback: buildConnector.Callback,
    watch?: Watch,
  ): void {
    const began = performance.now()
    const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`
    openTunnel({ url, secureContext, deadlineMs }, authority, (error, carrier) => {
      if (carrier === null) return callback(error ?? new Error('No tunnel'), null)
      const socket = connect({ ...tls, host: hostname, socket: carrier })
      const restMs = began + deadlineMs - performance.now()
      secure(socket, hostname, restMs, watch, failure =>
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

type Watch = (socket: TLSSocket) => void

/** Waits for TLS on a socket that has just been made; destroys the socket where that fails. */
function secure(
  socket: TLSSocket,
  hostname: string,
  limitMs: number,
  watch: Watch | undefined,
  done: (error: Error | null) => void,
): void {
  takeContinue(socket)
  const timer = setTimeout(
    () => socket.destroy(new DeliveryProblem('did not connect in time')),
    limitMs,
  )
  const certificate = watchCertificate(socket)
  watch?.(socket)

  const onError = (error: Error) => settle(certificate.problem(error, hostname) ?? error)
  const settle = (error: Error | null) => {
    clearTimeout(timer)
    socket.off('error', onError)
    socket.off('close', onClose)
    // A destroyed socket may still have an error to tell.
    if (error !== null) socket.on('error', () => {}).destroy()
    done(error)
  }
  const onClose = () => settle(new DeliveryProblem('broke off the connection'))
  socket.on('error', onError)
  socket.on('close', onClose)
  socket.once('secureConnect', () => settle(null))
}

function lookUpFunction(
  { port, isExcepted }: Target,
  exceptions: ReceiverExceptions,
  nameServers: string[] | undefined,
) {
  const cancellation = new AbortController()
  const options = { nameServers, signal: cancellation.signal }
  const lookup: LookupFunction = (name, _options, done) => {
    const looking = isExcepted
      ? exceptedAddressesOf(name, options)
      : guardedAddressesOf(name, address => exceptions.addressProblem(address, port), options)
    looking.then(
      addresses => done(null, addresses),
      (error: Error) => done(error, []),
    )
  }
  return { lookup, cancel: () => cancellation.abort() }
}

/**
 * Keeps what a certificate says about itself: once Node has refused it, the socket is gone, and
 * the error alone doesn't tell since when the certificate is out of date.
 */
function watchCertificate(socket: TLSSocket) {
  let valid: { from: Date; to: Date } | undefined
  // Node's own listener, which refuses, is already there.
  socket.prependOnceListener('secure', () => {
    const { valid_from, valid_to } = socket.getPeerCertificate()
    valid = { from: new Date(valid_from), to: new Date(valid_to) }
  })
  return {
    problem(error: Error, name: string): DeliveryProblem | null {
      const code = codeOf(error)
      if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
        return new DeliveryProblem(`its certificate is not for the name ${name}`)
      }
      const now = new Date()
      if (code === 'CERT_HAS_EXPIRED' && valid !== undefined && valid.to < now) {
        return new DeliveryProblem(`its certificate expired on ${DAY.format(valid.to)}`)
      }
      if (code === 'CERT_NOT_YET_VALID' && valid !== undefined && valid.from > now) {
        return new DeliveryProblem(`its certificate is valid only from ${DAY.format(valid.from)}`)
      }
      return null
    },
  }
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
