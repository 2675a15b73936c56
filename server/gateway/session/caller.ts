import type { FastifyRequest } from 'fastify'

/** Whose runs and receivers are meant: of this account at this service (docs/decisions/0018). */
export type Owner = {
  account: string
  service: string
  /** Who asks, by a keyed hash of the token. */
  madeBy: string
  /** What the person calls themselves, where they said. */
  who: string | null
}

/** Who makes a request: the service took their token, now or within the last minute. */
export type Caller = Owner & {
  /** What a request to the service carries for them. */
  authorization: string
  /** null of a script, which sends a token of its own. */
  sessionId: string | null
}

export const CALLER = 'caller'

/** @throws when the request's route does not authenticate */
export function callerOf(request: FastifyRequest): Caller {
  const caller = request.getDecorator<Caller | null>(CALLER)
  if (caller === null) throw new Error(`${request.routeOptions.url} does not authenticate`)
  return caller
}
