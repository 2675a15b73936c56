import { detailError } from '../../http/http-error.ts'
import type { Upstream } from '../upstream/upstream.ts'

/**
 * Asks the service whether it takes an Authorization header. A token without a permission for this
 * list is a good token all the same.
 *
 * @throws HttpError 401, or 502 and 504 when the service can't say
 */
export async function proveAuthorization(upstream: Upstream, authorization: string): Promise<void> {
  const { status } = await upstream.get('/v1/call_events_fail/?page_size=1', authorization)
  if (status === 401) throw detailError(401, 'Invalid token.')
  if (status >= 500) throw detailError(502, 'The call-tracking service cannot check the token now.')
}
