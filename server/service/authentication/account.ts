import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'

/** The dependencies of the service's routes. */
export type ServiceContext = {
  db: Kysely<Schema>
  /** IANA name of the zone in which days begin. */
  timeZone: string
  clock: () => Date
  /** Whether a request is one of the gateway of this process, which reads events for replays or counts days. */
  isReader: (request: FastifyRequest) => boolean
}

/** Who makes a request: the token's partner, and the token's permission. */
export type Account = {
  tokenId: number
  partnerId: number
  /** BlocklistPermission (docs/interface.md, "Authentication"). */
  blocklistPermission: boolean
}

export const ACCOUNT = 'account'

/** @throws if the request's route has no authentication */
export function accountOf(request: FastifyRequest): Account {
  return request.getDecorator<Account>(ACCOUNT)
}

/** A hook: the blocklist endpoints need BlocklistPermission on the token. */
export async function requireBlocklistPermission(request: FastifyRequest): Promise<void> {
  if (!accountOf(request).blocklistPermission) {
    throw detailError(403, 'You do not have permission to perform this action.')
  }
}
