import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerInTurn } from './answer-in-turn.ts'
import { refuseExpectations } from './answer-unreadable-request.ts'
import { limitBodies } from './body-limit.ts'
import { limitClients } from './client-turns.ts'
import { limitConnections } from './connections/connection-limits.ts'
import { refuseUnknownHosts } from './known-hosts.ts'
import type { Trust } from './trusted-proxies.ts'

export type RequestLimits = {
  /** Names that Redial has, without ports. */
  hosts: string[]
  trusts: Trust
  /** After so long without progress, a client that doesn't take its answer is cut off. */
  unreadAnswerMs: number
  /** Who makes a request, once it is authenticated; empty for nobody in particular. */
  accountOf: (request: FastifyRequest) => string
}

/**
 * Keeps any client from holding what others need: connections, places at the service, memory
 * (docs/decisions/0041). Its hooks come before all others.
 */
export function limitRequests(
  app: FastifyInstance,
  { hosts, trusts, unreadAnswerMs, accountOf }: RequestLimits,
): void {
  refuseExpectations(app)
  answerInTurn(app, { unreadAnswerMs })
  limitConnections(app, address => trusts(address, 0))
  refuseUnknownHosts(app, hosts)
  limitBodies(app)
  limitClients(app, accountOf)
}
