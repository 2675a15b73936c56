import type { FastifyRequest } from 'fastify'
import type { Session } from '../../../contract/session.ts'
import { type SessionCookie, sessionOf } from '../session/session-cookie.ts'

export type SessionFacts = {
  /** What a person calls the service: its host, or "Redial's own service". */
  serviceName: string
  timeZone: string
  isForeign: boolean
}

/** What a page may know of the session of a request that was read already. */
export function describeSession(request: FastifyRequest, facts: SessionFacts): Session {
  const session = sessionOf(request)
  return {
    signed_in: session !== null,
    name: session?.name ?? null,
    service: facts.serviceName,
    time_zone: facts.timeZone,
    is_foreign: facts.isForeign,
  }
}

/** Reads the session of a request, and says so where it has ended. */
export async function readSession(
  request: FastifyRequest,
  cookie: SessionCookie,
  facts: SessionFacts,
): Promise<Session> {
  const session = await cookie.read(request)
  const described = describeSession(request, facts)
  return session !== null || !cookie.isSent(request) ? described : { ...described, ended: true }
}
