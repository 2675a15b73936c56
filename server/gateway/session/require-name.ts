import type { FastifyRequest } from 'fastify'
import { NAME_NEEDED_HEADER } from '../../../contract/session.ts'
import { detailError } from '../../http/http-error.ts'
import { ownAuthorization } from './authorization.ts'
import { sessionOf } from './session-cookie.ts'

/**
 * Refuses a change by a session without a name: the activity log and colleagues would not know whose
 * it is. Scripts with their own token have no name and pass.
 *
 * @throws HttpError 409 with a header that makes the dashboard ask for the name and repeat the request
 */
export function requireName(request: FastifyRequest): void {
  const session = sessionOf(request)
  if (ownAuthorization(request) !== undefined || session === null || session.name !== null) return
  throw detailError(
    409,
    'Redial does not know who you are, so nothing was changed. Set your name with PUT /gateway/session/name, then send this again.',
    { [NAME_NEEDED_HEADER]: '1' },
  )
}
