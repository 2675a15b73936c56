import type { FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'
import { accountOf } from './account.ts'

/** A hook: the Blocklist endpoints need BlocklistPermission on the token. */
export async function requireBlocklistPermission(request: FastifyRequest): Promise<void> {
  if (!accountOf(request).blocklistPermission) {
    throw detailError(403, 'You do not have permission to perform this action.')
  }
}
