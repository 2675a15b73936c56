import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerInTurn } from '../answer-in-turn.ts'
import { limitBodies } from '../body-limit.ts'
import { limitClients, type Requester } from '../client-turns.ts'
import { refuseUnknownHosts } from '../known-hosts.ts'
import type { Trust } from '../trusted-proxies.ts'
import { limitConnections } from './connection-limits.ts'

export type RequestLimits = {
  /** Redial's host names, without ports. */
  hosts: string[]
  trusts: Trust
  /** A client that takes nothing of its answer for this long is disconnected. */
  unreadAnswerMs: number
  /** Returns who makes an authenticated request; an empty account is nobody in particular. */
  requesterOf: (request: FastifyRequest) => Requester
}

/**
 * Keeps any client from using up what others need: connections, requests to the service, memory
 * (docs/decisions/0041). Its hooks run before all others.
 */
export function limitRequests(
  app: FastifyInstance,
  { hosts, trusts, unreadAnswerMs, requesterOf }: RequestLimits,
): void {
  answerInTurn(app, { unreadAnswerMs })
  limitConnections(app, address => trusts(address, 0))
  refuseUnknownHosts(app, hosts)
  limitBodies(app)
  limitClients(app, requesterOf)
}
