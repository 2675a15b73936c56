import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { ErrorBody } from '../../../contract/errors.ts'
import { Session, SignIn } from '../../../contract/session.ts'
import { shownText } from '../../../contract/shown-text.ts'
import { detailError, validationError } from '../../http/http-error.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { proveAuthorization } from './prove-authorization.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { SignInCodes } from './sign-in-codes.ts'

export type SessionRoutesOptions = {
  upstream: Upstream
  codes: SignInCodes
  /** What a person calls the service: its host, or "Redial's own service". */
  serviceName: string
  timeZone: string
  publicUrl: string | undefined
}

/** Of one address in a minute; the service behind is spared from whoever tries tokens. */
const SIGN_INS_A_MINUTE = 60

/** The session: GET, POST (sign in) and DELETE (sign out) /gateway/session. */
export const sessionRoutes: FastifyPluginAsyncZod<SessionRoutesOptions> = async (app, options) => {
  const { upstream, codes, serviceName, timeZone, publicUrl } = options
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000)
      return detailError(429, `Too many tries. Expected available in ${seconds} seconds.`)
    },
  })

  const describe = (request: FastifyRequest) => ({
    signed_in: request.session.get('token') !== undefined,
    name: request.session.get('name') ?? null,
    service: serviceName,
    time_zone: timeZone,
  })

  app.get('/gateway/session', { schema: { response: { 200: Session } } }, async request =>
    describe(request),
  )

  app.post(
    '/gateway/session',
    {
      config: { rateLimit: { max: SIGN_INS_A_MINUTE, timeWindow: 60_000 } },
      schema: { response: { 200: Session, '4xx': ErrorBody } },
    },
    async request => {
      requireSameOrigin(request, publicUrl)
      const { token, name } = credentialsOf(request.body, codes)
      await proveToken(upstream, token)
      request.session.regenerate()
      request.session.set('token', token)
      // Colleagues see it beside what is theirs.
      request.session.set('name', name && shownText(name))
      return describe(request)
    },
  )

  app.delete('/gateway/session', async (request, reply) => {
    requireSameOrigin(request, publicUrl)
    request.session.delete()
    return reply.code(204).send()
  })
}

/** @throws HttpError 400 without a token, 401 for a code that was used or never made */
function credentialsOf(body: unknown, codes: SignInCodes): { token: string; name?: string } {
  const read = SignIn.safeParse(body)
  if (!read.success) throw validationError({ token: ['This field is required.'] })
  if ('token' in read.data) return read.data
  const token = codes.take(read.data.code)
  if (token === null) throw detailError(401, 'This sign-in link was used already or is too old.')
  return { token }
}

/** @throws HttpError 401, or 502 and 504 when the service can't say */
async function proveToken(upstream: Upstream, token: string): Promise<void> {
  // What can't stand in a header can't be a token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw detailError(401, 'Invalid token.')
  await proveAuthorization(upstream, `Token ${token}`)
}
