import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { detailError } from './http-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however much there is to do. Health checks are, without it. */
    isNeverShed?: boolean
  }
}

export type LoadLimits = {
  /** How late the event loop is, as an average of `sampleMs`. */
  eventLoopDelayMs: number
  heapBytes: number
  /** How long the average is taken over, and how long a result holds. */
  sampleMs: number
}

/**
 * Beyond these, a process would answer everybody too late, or nobody any more. The delay is a mean
 * over 5 seconds: a page that is parsed for a second, or a machine that was asleep, sheds nothing.
 */
const PRODUCTION_LOAD: LoadLimits = {
  eventLoopDelayMs: 1_000,
  heapBytes: 0.9 * getHeapStatistics().heap_size_limit,
  sampleMs: 5_000,
}

/** About the time until the load is measured again. */
const RETRY_AFTER_S = '10'

/**
 * Answers requests with 503 while the process has more to do than it can. Health checks and metrics
 * are never shed.
 *
 * @param sparedPaths beginnings of paths that aren't either
 * @param limits only tests have their own
 */
export async function shedLoad(
  app: FastifyInstance,
  sparedPaths: string[] = [],
  limits: LoadLimits = PRODUCTION_LOAD,
): Promise<void> {
  const isSpared = ({ url, routeOptions: { config } }: FastifyRequest) =>
    config.isProbe || config.isNeverShed || sparedPaths.some(path => url.startsWith(path))
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMs,
    maxHeapUsedBytes: limits.heapBytes,
    sampleInterval: limits.sampleMs,
    // Rejected, it is answered as any other error; a throw would not be caught.
    async pressureHandler(request, _reply, _type, value) {
      // Infinity means that there was no sample: one single stall, which is over.
      if (isSpared(request) || value === Number.POSITIVE_INFINITY) return
      throw detailError(503, 'Redial is overloaded. Try again in a few seconds.', {
        'retry-after': RETRY_AFTER_S,
      })
    },
  })
}
