import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'

/** The owner of runs and receivers: this account at this service (docs/decisions/0038). */
export type Owner = {
  account: string
  service: string
  /** The caller, identified by a keyed hash of the token. */
  tokenKey: string
  /** What the person calls themselves, if they entered it. */
  who: string | null
}

export type Account = Pick<Owner, 'service' | 'account'>

/** Whether a row belongs to an account. */
export function isOfAccount({ service, account }: Account) {
  return sql<boolean>`service = ${service} and account = ${account}`
}

/** Who makes a request: the service accepted their token now or within the last minute. */
export type Caller = Owner & {
  /** The Authorization header of requests to the service for them. */
  authorization: string
  /** null for a script, which sends its own token. */
  sessionId: string | null
}

export const CALLER = 'caller'

/** Whether a request was checked by a key that is not one of the service's tokens. */
export const HAS_KEY = 'hasKey'

/** @throws if the request's route does not authenticate */
export function callerOf(request: FastifyRequest): Caller {
  const caller = request.getDecorator<Caller | null>(CALLER)
  if (caller === null) throw new Error(`${request.routeOptions.url} does not authenticate`)
  return caller
}
