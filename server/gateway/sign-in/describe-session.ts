import type { FastifyRequest } from 'fastify'
import type { Session } from '../../../contract/session.ts'
import { type SessionCookie, sessionOf } from '../session/session-cookie.ts'

export type SessionFacts = {
  /** The service's name for people: its host, or "Redial's own service". */
  serviceName: string
  timeZone: string
  isForeign: boolean
  /** What the account is called in its browsers. */
  accountKeyOf: (account: string) => string
}

/** The part of a request's session that a page may know. The session must have been read. */
export function describeSession(request: FastifyRequest, facts: SessionFacts): Session {
  const session = sessionOf(request)
  return {
    signed_in: session !== null,
    name: session?.name ?? null,
    ...(session && { account_key: facts.accountKeyOf(session.account) }),
    service: facts.serviceName,
    time_zone: facts.timeZone,
    is_foreign: facts.isForeign,
  }
}

/** Reads the session of a request, and reports one that has ended. */
export async function readSession(
  request: FastifyRequest,
  cookie: SessionCookie,
  facts: SessionFacts,
): Promise<Session> {
  const session = await cookie.read(request)
  const described = describeSession(request, facts)
  return session !== null || !cookie.isSent(request) ? described : { ...described, ended: true }
}
