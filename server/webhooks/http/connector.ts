import { isIP, isIPv6, type LookupFunction, type TcpNetConnectOpts } from 'node:net'
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  getCACertificates,
  type TLSSocket,
} from 'node:tls'
import type { buildConnector } from 'undici'
import { codeOf, DeliveryProblem } from './cause.ts'
import { type InterimAnswers, takeContinue } from './interim-answers.ts'
import { guardedAddressesOf, NameLookup } from './name-lookup.ts'
import { openTunnel } from './proxy-tunnel.ts'
import { ReceiverExceptions } from './receiver-exceptions.ts'
import type { TlsSessions } from './tls-sessions.ts'

type ConnectorSettings = {
  /** `host:port` and `range:port`, see ReceiverExceptions. */
  exceptions: readonly string[]
  /** PEM of additional trusted certificate authorities. */
  authorities: readonly string[]
  /** A socket that isn't ready by then is destroyed: undici's `signal` doesn't reach it yet. */
  deadlineMs: number
  /** URL of the proxy that all receivers but the excepted ones are reached through. */
  proxy?: string
  nameServers?: string[]
}

/** What a connector remembers from one connection to the next. */
export type ConnectorMemory = { names: NameLookup; sessions: TlsSessions }

/** As undici has it; `watch`, where given, is shown each socket before TLS begins on it. */
export type Connector = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  watch?: Watch,
) => void

type Watch = (socket: TLSSocket, interim: InterimAnswers) => void

/** What a connection is made to. `hostname` is without brackets. */
type Target = { hostname: string; port: number; isExcepted: boolean }

/**
 * How undici gets its sockets: each one is dialled to an address that was checked, is checked again
 * once connected, and has shown a certificate of its own or resumes the session of one that has (see
 * TlsSessions). Kept-alive connections are therefore safe to use again. Through a proxy, which looks
 * the name up and checks the address, the certificate is the receiver's own, too.
 *
 * @param memory default: none; each connection looks its name up and asks for the certificate
 */
export function createConnector(
  settings: ConnectorSettings,
  memory: ConnectorMemory | null = null,
): Connector {
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

  function tlsFor({ hostname, port }: Target): ConnectionOptions {
    // Unlike node:https, node:tls names nobody of itself, and who serves many names has to know.
    const servername = isIP(hostname) === 0 ? hostname : ''
    return {
      ...tls,
      host: hostname,
      servername,
      session: memory?.sessions.of(`${hostname}:${port}`),
    }
  }

  /** Once TLS has begun on a socket, or is about to. */
  function secure(
    socket: TLSSocket,
    { hostname, port }: Target,
    limitMs: number,
    watch: Watch | undefined,
    done: (error: Error | null) => void,
  ): void {
    const receiver = `${hostname}:${port}`
    const certificate = watchCertificate(socket, hostname)
    memory?.sessions.watch(receiver, socket, certificate.expires)
    const interim = takeContinue(socket)
    watch?.(socket, interim)
    untilSecure(socket, limitMs, error => {
      // Be it that the receiver trips over resumed sessions, or that it has moved.
      if (error !== null) {
        memory?.sessions.forget(receiver)
        memory?.names.forget(hostname)
      }
      done(error === null ? null : (certificate.problem(error) ?? error))
    })
  }

  function dial(target: Target, callback: buildConnector.Callback, watch?: Watch): void {
    const { port, isExcepted } = target
    const options: ConnectionOptions & TcpNetConnectOpts = {
      ...tlsFor(target),
      port,
      lookup: lookUpFunction(target, exceptions, memory?.names ?? new NameLookup(nameServers)),
      // "localhost" may lead to ::1 while the receiver listens on 127.0.0.1 alone.
      autoSelectFamily: true,
      // Node's quarter of a second is less than a handshake across an ocean may take.
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
      callback(new DeliveryProblem(problem), null)
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
    openTunnel({ url, secureContext, deadlineMs }, authority, (error, carrier) => {
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

/** Waits for TLS on a socket that has just been made; destroys the socket where that fails. */
function untilSecure(
  socket: TLSSocket,
  limitMs: number,
  done: (error: Error | null) => void,
): void {
  const timer = setTimeout(
    () => socket.destroy(new DeliveryProblem('did not connect in time')),
    limitMs,
  )
  const settle = (error: Error | null) => {
    clearTimeout(timer)
    socket.off('error', settle)
    socket.off('close', onClose)
    // A destroyed socket may still have an error to tell.
    if (error !== null) socket.on('error', () => {}).destroy()
    done(error)
  }
  const onClose = () => settle(new DeliveryProblem('broke off the connection'))
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
 * Keeps what a certificate says about itself: once Node has refused it, the socket is gone, and
 * the error alone doesn't tell since when the certificate is out of date. Who resumes a session shows
 * none.
 */
function watchCertificate(socket: TLSSocket, name: string) {
  let valid: { from: Date; to: Date } | undefined
  // Node's own listener, which refuses, is already there.
  socket.prependOnceListener('secure', () => {
    if (socket.isSessionReused()) return
    // Not getPeerX509Certificate: Node 24's own check then finds no certificate any more.
    const { valid_from, valid_to } = socket.getPeerCertificate()
    valid = { from: new Date(valid_from), to: new Date(valid_to) }
  })
  return {
    expires: () => valid?.to,
    problem(error: Error): DeliveryProblem | null {
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
