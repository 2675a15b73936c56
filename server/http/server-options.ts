import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'
import type { EarlyAnswers } from './early-answers.ts'

/**
 * How long an idle connection is kept. Longer than load balancers keep theirs (a minute for most of
 * them), so that none sends a request on a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 75_000

/** How often Node looks for requests that take too long; they may take that much longer. */
const CHECK_EVERY_MS = 1_000

/** Otherwise Fastify loads its compilers for JSON Schema, although the apps set those for zod. */
const COMPILERS = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('A route has a schema, but the app has no compiler for it.')
}

/**
 * Options of a Fastify app whose clients cannot hold a connection by sending slowly: headers and body
 * have to arrive in time, otherwise the answer is a 408. Requests without a route are answered in the
 * Detail shape as well.
 *
 * @param requestTimeoutMs from the first byte of a request to its last, headers included
 */
export function serverOptions(
  { requestTimeoutMs }: { requestTimeoutMs: number },
  early: EarlyAnswers,
) {
  return {
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeoutMs),
      // Node would answer without a body. refuseUnknownHosts checks hosts.
      requireHostHeader: false,
    },
    schemaController: { compilersFactory: COMPILERS },
    ...early.options,
  } satisfies Partial<FastifyHttpOptions<Server>>
}
