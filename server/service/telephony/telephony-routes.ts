import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import {
  CallerCheck,
  CallerVerdict,
  SigningSecret,
  TrackingNumberPath,
} from '../../../contract/telephony.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { answers, described } from '../../http/described.ts'
import { notFound } from '../../http/http-error.ts'
import { ownersOf } from '../blocklist/blocklist-repository.ts'
import { RefusedChecks } from './refused-checks.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { trackingNumberRoutes, UNKNOWN_NUMBER } from './tracking-number-routes.ts'

/** The secret that signs a tracking number's webhooks, and until when the previous one signs too. */
type SecretRow = { secret: string; previous_secret_until: Date | null }

const SECRET_COLUMNS = ['secret', 'previous_secret_until'] as const

const SECRET = '/telephony/v1/tracking_numbers/:phone_number/secret/'

/** How long both secrets sign after a rotation, so that receivers can switch over in that time. */
const CHANGE_OVER_MS = 24 * 60 * 60 * 1_000

/** The secret by which a receiver verifies that a tracking number's webhooks come from us. */
const secretRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, context) => {
  const { db, clock, timeZone } = context
  // No cache on the way may store a secret.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
  })

  const answer = ({ secret, previous_secret_until: until }: SecretRow): SigningSecret => {
    const signsBesides = until !== null && until > clock()
    return { secret, previous_secret_until: signsBesides ? stampIn(until, timeZone) : null }
  }

  app.get(SECRET, {
    schema: {
      operationId: 'showSigningSecret',
      summary: "Show a tracking number's signing secret",
      params: TrackingNumberPath,
      response: answers(SigningSecret, 'The secret that signs now.'),
      errors: UNKNOWN_NUMBER,
    },
    handler: async request => {
      const row = await db
        .selectFrom('tracking_number')
        .select(SECRET_COLUMNS)
        .where('phone_number', '=', request.params.phone_number)
        .executeTakeFirstOrThrow(notFound)
      return answer(row)
    },
  })

  app.post(SECRET, {
    schema: {
      operationId: 'rotateSigningSecret',
      summary: "Rotate a tracking number's signing secret",
      description: 'The previous secret also signs for 24 hours.',
      params: TrackingNumberPath,
      response: { 201: described(SigningSecret, 'The new secret.') },
      errors: UNKNOWN_NUMBER,
    },
    handler: async (request, reply) => {
      // The previous secret keeps signing until then; the one before that stops.
      const rotated = await db
        .updateTable('tracking_number')
        .set({
          secret: `whsec_${randomBytes(32).toString('base64')}`,
          previous_secret: sql`secret`,
          previous_secret_until: new Date(clock().getTime() + CHANGE_OVER_MS),
        })
        .where('phone_number', '=', request.params.phone_number)
        .returning(SECRET_COLUMNS)
        .executeTakeFirstOrThrow(notFound)
      return reply.code(201).send(answer(rotated))
    },
  })
}

const CHECK = '/telephony/v1/callers/check/'

/**
 * docs/interface.md, "What the service does": blocked callers are rejected before the call connects.
 *
 * The telephone rings during the check, so for a caller that may connect it is a single query: a function
 * in the database that finds each list with one index lookup, however many numbers are blocked
 * (docs/decisions/0014).
 */
const callerCheckRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, context) => {
  const refused = new RefusedChecks({ ...context, logger: app.log })
  app.addHook('onClose', () => refused.stop())
  const { db } = context
  const query = LISTS_WITH_CALLER.compile(db)
  app.post(CHECK, {
    schema: {
      operationId: 'checkCaller',
      summary: 'Ask whether a caller may reach a tracking number',
      description:
        'A caller is blocked by the list of the company of the tracking number, of one of its groups, or of its partner. Reject the call only after a 200 with allowed: false. Connect it after any other answer, and if none has come within a second or two.',
      body: CallerCheck,
      response: answers(CallerVerdict, 'Whether the call may connect, and whose lists block it.'),
      errors: { 404: 'There is no such tracking number.' },
    },
    handler: async request => {
      const { tracking_number, caller_number } = request.body
      const parameters = [tracking_number, caller_number]
      const { rows } = await db.executeQuery<ListIds>({ ...query, parameters })
      const listIds = rows[0]?.list_ids ?? null
      if (listIds === null) throw notFound()
      if (listIds.length === 0) return { allowed: true, blocked_by: [] }
      if (caller_number !== null) refused.add(listIds, caller_number)
      return { allowed: false, blocked_by: await ownersOf(db, listIds) }
    },
  })
}

/** What the telephone switch configures and asks. Its reports are in call-reports/. */
export const telephonyRoutes: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  await app.register(trackingNumberRoutes, context)
  await app.register(secretRoutes, context)
  await app.register(callerCheckRoutes, context)
}

/** Null for an unknown tracking number. */
type ListIds = { list_ids: number[] | null }

const LISTS_WITH_CALLER = sql<ListIds>`
  select lists_with_caller(${''}::text, ${''}::text) as list_ids
`
