import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OVERLOADED_HEADER } from '../../contract/session.ts'
import { detailError } from './http-error.ts'
import { whenClosed } from './when-closed.ts'

/**
 * Beyond these limits, a process would answer everybody too late, or nobody. The delay is a mean over
 * 5 seconds: a page that takes a second to parse, or a machine that was asleep, sheds nothing. Neither does
 * a slow machine: shedding protects against too many requests.
 */
const PRODUCTION_LOAD = {
  /** How late the event loop is, as an average over `sampleMs`. */
  eventLoopDelayMs: 1_000,
  /**
   * A late event loop sheds nothing while fewer requests than this wait for their answers. A person's page sends up
   * to 40 requests at once.
   */
  waitingRequests: 100,
  heapBytes: 0.9 * getHeapStatistics().heap_size_limit,
  /** The time over which the average is taken, and for which a result is used. */
  sampleMs: 5_000,
}

export type LoadLimits = typeof PRODUCTION_LOAD

/** The time until the load is measured again, roughly. */
const RETRY_AFTER_S = '10'

/** Always answered: a blocked caller would get through if the check got no answer. */
const SPARED_PATHS = ['/metrics', '/telephony/v1/callers/']

/**
 * Answers requests with 503 while the process is overloaded, except health checks, metrics and checks of callers.
 *
 * @param limits only tests pass their own
 */
export async function shedLoad(
  app: FastifyInstance,
  limits: LoadLimits = PRODUCTION_LOAD,
): Promise<void> {
  const isSpared = ({ url, routeOptions: { config } }: FastifyRequest) =>
    config.isProbe || SPARED_PATHS.some(path => url.startsWith(path))
  let waiting = 0
  app.addHook('onRequest', async (_request, reply) => {
    waiting++
    whenClosed(reply, () => waiting--)
  })
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMs,
    maxHeapUsedBytes: limits.heapBytes,
    sampleInterval: limits.sampleMs,
    // A rejection is answered like any other error; a throw would not be caught.
    async pressureHandler(request, _reply, type, value) {
      // Infinity means that there was no sample: a single stall, which has ended.
      if (isSpared(request) || value === Number.POSITIVE_INFINITY) return
      if (type === 'eventLoopDelay' && waiting < limits.waitingRequests) return
      throw detailError(503, 'Redial is overloaded. Try again in a few seconds.', {
        'retry-after': RETRY_AFTER_S,
        // A browser that opens a page has no script yet to try again.
        ...(request.headers.accept?.includes('text/html') && { refresh: RETRY_AFTER_S }),
        [OVERLOADED_HEADER]: '1',
      })
    },
  })
}
