import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Session, SIGNED_OUT_HEADER, SignIn } from '../../../contract/session.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { clientOf } from '../../http/client-address.ts'
import { answers } from '../../http/described.ts'
import { detailError, HttpError, validationError } from '../../http/http-error.ts'
import { parseJsonBodies } from '../../http/json-bodies.ts'
import { actorOf } from '../activity/activity-log.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { perMinute } from '../route-config.ts'
import type { SavedViewRepository } from '../saved-views/saved-views.ts'
import type { Authentication } from '../session/authentication.ts'
import { requireSameOrigin } from '../session/authorization.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import { sessionOf } from '../session/session-cookie.ts'
import type { Sessions } from '../session/sessions.ts'

type DescribedParts = GatewayParts & { cookie: SessionCookie; savedViews: SavedViewRepository }

/** The part of a request's session that a page may know. The session must have been read. */
async function describeSession(
  request: FastifyRequest,
  { own, keys, upstreamName: service, serviceName, timeZone, savedViews }: DescribedParts,
): Promise<Session> {
  const session = sessionOf(request)
  const default_views = session
    ? await savedViews.defaults({ service, account: session.account, who: session.name })
    : {}
  return {
    signed_in: session !== null,
    name: session?.name ?? null,
    ...(session && { account_key: keys.browserKeyOf(service, session.account) }),
    service: serviceName,
    time_zone: timeZone,
    is_foreign: own === null,
    ...(Object.keys(default_views).length > 0 && { default_views }),
  }
}

/** Reads the session of a request, and reports one that has ended. */
export async function readSession(
  request: FastifyRequest,
  parts: DescribedParts,
): Promise<Session> {
  const { cookie } = parts
  const session = await cookie.read(request)
  const described = await describeSession(request, parts)
  return session !== null || !cookie.isSent(request) ? described : { ...described, ended: true }
}

type SessionRoutesOptions = DescribedParts & {
  authentication: Authentication
  sessions: Sessions
}

/** For one client, per minute, right or wrong, because each asks the service. */
const SIGN_INS_A_MINUTE = 60

/** Anybody can send this request. */
const BODY_LIMIT = 4 * 1024

export const sessionRoutes: FastifyPluginAsyncZod<SessionRoutesOptions> = async (app, options) => {
  const { activity, authentication, sessions, cookie, links } = options
  const { upstreamName: service, publicUrl } = options
  await app.register(rateLimit, { global: false })
  parseJsonBodies(app)

  app.get('/gateway/session', {
    schema: {
      tags: ['Sessions'],
      operationId: 'showSession',
      summary: 'Show which service and time zone this is',
      description: 'Needs no token. `signed_in` and `name` are about a browser and its cookie.',
      security: [],
      response: answers(Session, 'The service, and who is signed in.'),
      errors: { 429: 'Too many requests of one client.' },
    },
    handler: request => readSession(request, options),
  })

  app.post('/gateway/session', {
    bodyLimit: BODY_LIMIT,
    config: perMinute(SIGN_INS_A_MINUTE, 'sign-in attempts', ({ ip }) => clientOf(ip)),
    onRequest: async request => requireSameOrigin(request, publicUrl),
    onSend: async (_request, reply) => {
      if (reply.statusCode === 401) reply.header(SIGNED_OUT_HEADER, '1')
    },
    schema: { response: { 200: Session } },
    handler: async (request, reply) => {
      const { token, name, account } = await proveSignIn(request)
      const before = await cookie.read(request)
      if (before !== null) await sessions.end(before.id, before.tokenKey)
      // Colleagues see the name next to the person's changes.
      const shown = name ? shownText(name) : null
      const person = { token, name: shown, account }
      const begun = await sessions.begin(person, request.headers['user-agent'])
      const actor = actorOf(request, { service, account, who: shown })
      await activity.add(actor, { kind: 'signed_in', details: {} })
      cookie.set(request, reply, begun.cookie, begun.session)
      return describeSession(request, options)
    },
  })

  app.delete('/gateway/session', {
    bodyLimit: BODY_LIMIT,
    onRequest: async request => requireSameOrigin(request, publicUrl),
    handler: async (request, reply) => {
      const session = await cookie.read(request)
      if (session !== null && (await sessions.end(session.id, session.tokenKey))) {
        const actor = actorOf(request, { service, account: session.account, who: session.name })
        await activity.add(actor, { kind: 'signed_out', details: {} })
      }
      cookie.clear(request, reply)
      return reply.code(204).send()
    },
  })

  /** @throws HttpError 400 without a token; 401 and 429; 502 or 504 if the service can't say */
  async function proveSignIn(request: FastifyRequest) {
    let authorization: string | null = null
    try {
      const credentials = await credentialsOf(request)
      authorization = `Token ${credentials.token}`
      const account = await authentication.proveSignIn(request, authorization)
      return { ...credentials, account }
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) {
        await activity.addFailedSignIn(request, { service, authorization }, error)
      }
      throw error
    }
  }

  /** @throws HttpError 400 without a token; 401 for an invalid token or a code that does not work */
  async function credentialsOf(request: FastifyRequest): Promise<{ token: string; name?: string }> {
    const read = SignIn.safeParse(request.body)
    if (!read.success) throw validationError(problemOf(request.body))
    if ('token' in read.data) {
      // A text that can't be in a header can't be a token.
      if (/^[\x21-\x7e]+$/.test(read.data.token)) return read.data
      return authentication.countFailure(request, detailError(401, 'Invalid token.'))
    }
    const token = await links.take(read.data.code)
    if (token !== null) return { token }
    return authentication.countFailure(
      request,
      detailError(
        401,
        'This sign-in link was already used or has expired. Sign in with a new link or your API token.',
      ),
    )
  }
}

const HasToken = z.object({ token: z.string().regex(/\S/) })

function problemOf(body: unknown): Record<string, string[]> {
  return HasToken.safeParse(body).success
    ? { name: ['Enter your name in at most 80 characters.'] }
    : { token: ['This field is required.'] }
}
