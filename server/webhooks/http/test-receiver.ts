import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ReceiverTestResult, ReceiverTestStep } from '../../../contract/receiver.ts'
import { ReceiverExceptions, withoutBrackets } from './addresses/receiver-exceptions.ts'
import { readFailure } from './cause.ts'
import { createConnector } from './connector.ts'
import { PostExchange } from './post-exchange.ts'
import { ReceiverConnections } from './receiver-connections.ts'
import { readReceiverUrl } from './receiver-url.ts'
import type { SenderSettings } from './sender.ts'

export type ReceiverTestOutcome = Omit<
  ReceiverTestResult,
  'receiver' | 'at' | 'certificate_valid_until'
> & { at: Date; certificate_valid_until: Date | null }

export type ReceiverTester = (url: string) => Promise<ReceiverTestOutcome>

/**
 * Tests whether receivers are reachable, by the sender's rules: the same guard, connector and
 * deadline, and no redirects. It sends a HEAD without a body, never a delivery, and keeps only the
 * status of the answer. Whatever a receiver does, the result is a ReceiverTestOutcome; nothing rejects.
 */
export function createReceiverTester(settings: SenderSettings): ReceiverTester {
  const { deadlineMs, clock = () => new Date() } = settings
  const exceptions = new ReceiverExceptions(settings.exceptions)
  const connector = createConnector(settings)

  return async url => {
    const untested = { at: clock(), certificate_valid_until: null, status: null, duration_ms: 0 }
    const receiver = readReceiverUrl(url, exceptions)
    if (receiver.problem !== null) {
      return { ...untested, failed_at: 'address', problem: receiver.problem }
    }

    const { origin, path } = receiver
    const progress = watchProgress(url)
    // One per test, because a kept-alive connection would show nothing about name and certificate.
    const connections = new ReceiverConnections(
      (options, callback, watch) =>
        connector(options, callback, (socket, interim) => {
          progress.watch(socket)
          watch?.(socket, interim)
        }),
      1,
    )
    const headers = { 'user-agent': 'Redial' }
    const exchange = new PostExchange({ origin, path, method: 'HEAD', headers }, deadlineMs)
    try {
      connections.send(exchange)
      const { status, duration_ms } = await exchange.answer
      const { certificate_valid_until } = progress.now()
      const answered = { certificate_valid_until, status, duration_ms }
      return { ...untested, ...answered, failed_at: null, problem: null }
    } catch (error) {
      const { step, certificate_valid_until } = progress.now()
      const { cause, error: problem } = readFailure(error)
      const failed_at = cause.code === 'proxy' ? cause.code : step
      const duration_ms = exchange.elapsed()
      return { ...untested, failed_at, problem, certificate_valid_until, duration_ms }
    } finally {
      void connections.destroy()
    }
  }
}

/** The step that the connection to `url` has reached. */
function watchProgress(url: string) {
  const literal = withoutBrackets(new URL(url).hostname)
  let step: ReceiverTestStep = isIP(literal) === 0 ? 'name' : 'connection'
  let certificate_valid_until: Date | null = null
  return {
    now: () => ({ step, certificate_valid_until }),
    watch(socket: TLSSocket) {
      // Through a proxy, whose tunnel is connected already.
      if (!socket.connecting) step = 'certificate'
      socket.on('lookup', error => {
        if (error === null) step = 'connection'
      })
      socket.once('connect', () => {
        step = 'certificate'
      })
      // Before Node's own listener, which destroys the socket if it refuses the certificate.
      socket.prependOnceListener('secure', () => {
        const validTo = new Date(socket.getPeerCertificate().valid_to)
        certificate_valid_until = Number.isNaN(validTo.getTime()) ? null : validTo
      })
      socket.once('secureConnect', () => {
        step = 'answer'
      })
    },
  }
}
