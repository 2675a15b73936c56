import type { FastifyRequest } from 'fastify'

/** Who makes a request: the token's partner, and what the token may do. */
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
