import type { IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { withoutBrackets } from './addresses/receiver-exceptions.ts'
import { DeliveryProblem, isAboutCertificate, readFailure } from './cause.ts'

// Not imported, for the reason in server/http/node-http.ts.
const { request } = process.getBuiltinModule('node:http')

/** How much of an attempt's time the proxy may take to open a tunnel. */
const TUNNEL_SHARE = 0.9

export type ProxySettings = {
  /** `http:` or `https:`, with the user name and password for the proxy, if any. */
  url: string
  /** The authorities that sign an `https:` proxy's certificate. */
  secureContext: SecureContext
  /** The deadline of the whole attempt. */
  deadlineMs: number
}

/**
 * Opens a tunnel through an HTTP proxy to `authority`, such as "acme.example:443" (CONNECT, RFC
 * 9110, 9.3.6). A failure is a DeliveryProblem, whose message contains neither the proxy's address nor
 * its password. The proxy sees `authority` and none of the data.
 */
export function openTunnel(
  { url, secureContext, deadlineMs }: ProxySettings,
  authority: string,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const proxy = new URL(url)
  const socket = dialProxy(proxy, secureContext)
  const asking = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, connection: 'keep-alive', ...authorizationOf(proxy) },
    createConnection: () => socket,
  })

  const settle = (problem: DeliveryProblem | null) => {
    clearTimeout(timer)
    // Only the first of these events counts.
    asking.off('connect', onAnswer).off('error', onError).off('close', onClose)
    asking.on('error', () => {})
    if (problem === null) return resolve(socket)
    socket.on('error', () => {}).destroy()
    reject(problem)
  }
  const onAnswer = ({ statusCode = 0 }: IncomingMessage, _socket: Socket, head: Buffer) => {
    if (statusCode < 200 || statusCode > 299) return settle(proxyProblem(formatRefusal(statusCode)))
    // A receiver that sends data before TLS has begun is no HTTPS server; TLS will report that.
    if (head.length > 0) socket.unshift(head)
    settle(null)
  }
  const onError = (error: Error) => settle(proxyProblem(proxyCause(error)))
  const onClose = () => settle(proxyProblem('closed the connection'))
  const limitMs = deadlineMs * TUNNEL_SHARE
  const timer = setTimeout(() => {
    const seconds = limitMs / 1_000
    settle(proxyProblem(`did not open a connection within ${seconds} seconds`))
  }, limitMs)
  asking.on('connect', onAnswer).on('error', onError).on('close', onClose).end()
  return promise
}

function proxyProblem(text: string): DeliveryProblem {
  return new DeliveryProblem('proxy', `the proxy for receivers ${text}`)
}

function dialProxy(proxy: URL, secureContext: SecureContext): Socket {
  const host = withoutBrackets(proxy.hostname)
  const isSecure = proxy.protocol === 'https:'
  const options = {
    host,
    port: Number(proxy.port || (isSecure ? 443 : 80)),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    keepAlive: true,
    noDelay: true,
  }
  if (!isSecure) return connectTcp(options)
  const servername = isIP(host) === 0 ? host : ''
  return connectTls({ ...options, servername, secureContext, ALPNProtocols: ['http/1.1'] })
}

function authorizationOf({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (username === '' && password === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}

function formatRefusal(status: number): string {
  // Tinyproxy answers 401 to a wrong password, and Smokescreen 407 to a host that its rules refuse.
  if (status === 401 || status === 407) {
    return `wants another user name or password, or does not let us connect to the receiver (${status})`
  }
  if (status === 403) return 'does not let us connect to the receiver (403)'
  // 502 and 504 by RFC 9110, 503 of Squid, 500 of Tinyproxy.
  if (status >= 500) return `could not connect to the receiver (${status})`
  return `answered ${status} when asked for a connection`
}

function proxyCause(error: Error): string {
  const failure = readFailure(error)
  return isAboutCertificate(failure) ? `cannot be trusted: ${failure.error}` : failure.error
}
