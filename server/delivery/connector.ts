import type { LookupFunction, TcpNetConnectOpts } from 'node:net'
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  getCACertificates,
  type TLSSocket,
} from 'node:tls'
import type { buildConnector } from 'undici'
import { addressProblem } from './address-guard.ts'
import { codeOf, DeliveryProblem } from './cause.ts'
import { takeContinue } from './interim-answers.ts'
import { exceptedAddressesOf, publicAddressesOf } from './name-lookup.ts'
import { isExcepted } from './receiver-url.ts'

type ConnectorSettings = {
  /** `host:port` pairs that may have any address. */
  exceptions: readonly string[]
  /** PEM of certificate authorities trusted besides Node's own. */
  authorities: readonly string[]
  /** A socket that isn't ready by then is destroyed: undici's `signal` doesn't reach it yet. */
  deadlineMs: number
  nameServers?: string[]
}

/** As undici has it; `watch`, where given, is shown each socket before it is dialled. */
type Connector = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  watch?: (socket: TLSSocket) => void,
) => void

/**
 * How undici's Agent gets its sockets: each one is dialled to an address that was checked, is
 * checked again once connected, and has shown a certificate of its own. Kept-alive connections
 * are therefore safe to use again.
 */
export function createConnector(settings: ConnectorSettings): Connector {
  // Once for all: reading some 150 authorities takes longer than a handshake.
  const secureContext = createSecureContext({
    ca: [...getCACertificates('default'), ...settings.authorities],
  })

  return ({ host, hostname, port }, callback, watch) => {
    const excepted = isExcepted(host ?? hostname, settings.exceptions)
    const lookUp = lookUpFunction(excepted, settings)
    const options: ConnectionOptions & TcpNetConnectOpts = {
      host: hostname,
      port: Number(port || 443),
      lookup: lookUp.lookup,
      // "localhost" may lead to ::1 while the receiver listens on 127.0.0.1 alone.
      autoSelectFamily: true,
      // Node's quarter of a second is less than a handshake across an ocean may take.
      autoSelectFamilyAttemptTimeout: 1_000,
      ALPNProtocols: ['http/1.1'],
      secureContext,
      rejectUnauthorized: true,
      keepAlive: true,
      noDelay: true,
    }
    const socket = connect(options)
    takeContinue(socket)
    const timer = setTimeout(
      () => socket.destroy(new DeliveryProblem('did not connect in time')),
      settings.deadlineMs,
    )
    const certificate = watchCertificate(socket)
    watch?.(socket)

    const onError = (error: Error) => settle(certificate.problem(error, hostname) ?? error)
    const settle = (error: Error | null) => {
      clearTimeout(timer)
      lookUp.cancel()
      socket.off('error', onError)
      socket.off('close', onClose)
      if (error === null) return callback(null, socket)
      // A destroyed socket may still have an error to tell.
      socket.on('error', () => {}).destroy()
      callback(error, null)
    }
    const onClose = () => settle(new DeliveryProblem('broke off the connection'))
    socket.on('error', onError)
    socket.on('close', onClose)
    socket.once('secureConnect', () => {
      const problem = excepted ? null : addressProblem(socket.remoteAddress ?? '')
      settle(problem === null ? null : new DeliveryProblem(problem))
    })
  }
}

function lookUpFunction(excepted: boolean, { nameServers }: ConnectorSettings) {
  const cancellation = new AbortController()
  const addressesOf = excepted ? exceptedAddressesOf : publicAddressesOf
  const lookup: LookupFunction = (name, _options, done) => {
    addressesOf(name, { nameServers, signal: cancellation.signal }).then(
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
