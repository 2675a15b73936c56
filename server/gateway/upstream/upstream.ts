import { Agent, errors, request } from 'undici'
import { detailError } from '../../http/http-error.ts'

/** The service behind the gateway, ours or somebody else's, known by its public interface alone. */
export type Upstream = {
  /** What it is called in our tables, the same after every start. */
  name: string
  /**
   * GET of a path with its query, with the caller's Authorization header. Redirects are not followed.
   *
   * @throws HttpError 502 or 504 with a Detail body when no whole answer came
   */
  get(path: string, authorization: string, signal?: AbortSignal): Promise<UpstreamAnswer>
  close(): Promise<void>
}

export type UpstreamAnswer = {
  status: number
  text: string
  /** The header of that name, as it came. */
  retryAfter: string | null
}

/** How long the service may take to begin its answer, and then between two parts of it (ms). */
export const UPSTREAM_TIMEOUT = 30_000

/** @param baseUrl without a slash at its end; may have a path */
export function createUpstream(baseUrl: string, name: string): Upstream {
  const agent = new Agent({ headersTimeout: UPSTREAM_TIMEOUT, bodyTimeout: UPSTREAM_TIMEOUT })
  return {
    name,
    async get(path, authorization, signal) {
      try {
        const answer = await request(`${baseUrl}${path}`, {
          dispatcher: agent,
          headers: { accept: 'application/json', authorization },
          signal,
        })
        const { 'retry-after': retryAfter } = answer.headers
        return {
          status: answer.statusCode,
          text: await answer.body.text(),
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        }
      } catch (error) {
        throw upstreamError(error)
      }
    },
    close: () => agent.close(),
  }
}

/** What a failed request to the service is answered with: 504 when it was slow, 502 otherwise. */
export function upstreamError(error: unknown) {
  return isTimeout(error)
    ? detailError(504, 'The call-tracking service took too long to answer.')
    : detailError(502, 'The call-tracking service cannot be reached.')
}

function isTimeout(error: unknown): boolean {
  if (error instanceof Error && error.cause !== undefined) return isTimeout(error.cause)
  return (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError ||
    (error instanceof Error && 'code' in error && /TIMEOUT|ETIMEDOUT/.test(String(error.code)))
  )
}
