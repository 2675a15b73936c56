import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyPluginAsync } from 'fastify'
import { type Kysely, sql } from 'kysely'
import {
  CallerCheck,
  CallerVerdict,
  SigningSecret,
  TrackingNumberPath,
} from '../../../contract/telephony.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { ownersOf } from '../blocklist/blocklist-repository.ts'
import { RefusedChecks } from './refused-checks.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { trackingNumberRoutes, UNKNOWN_NUMBER } from './tracking-number-routes.ts'

/** The secret that signs a tracking number's webhooks, and until when the previous one signs too. */
type SecretRow = { secret: string; previous_secret_until: Date | null }

function findSecret(db: Kysely<Schema>, phoneNumber: string): Promise<SecretRow | undefined> {
  return db
    .selectFrom('tracking_number')
    .select(['secret', 'previous_secret_until'])
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
}

/** Replaces the secret. The previous one keeps signing until then; the one before that stops. */
function rotateSecret(
  db: Kysely<Schema>,
  phoneNumber: string,
  { secret, previous_secret_until }: SecretRow,
): Promise<SecretRow | undefined> {
  return db
    .updateTable('tracking_number')
    .set({ secret, previous_secret: sql`secret`, previous_secret_until })
    .where('phone_number', '=', phoneNumber)
    .returning(['secret', 'previous_secret_until'])
    .executeTakeFirst()
}

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

  const answer = (row: SecretRow | undefined): SigningSecret => {
    if (row === undefined) throw detailError(404, 'Not found.')
    const { secret, previous_secret_until: until } = row
    const signsBesides = until !== null && until > clock()
    return { secret, previous_secret_until: signsBesides ? stampIn(until, timeZone) : null }
  }

  app.get(SECRET, {
    schema: {
      operationId: 'showSigningSecret',
      summary: "Show a tracking number's signing secret",
      params: TrackingNumberPath,
      response: { 200: described(SigningSecret, 'The secret that signs now.') },
      errors: UNKNOWN_NUMBER,
    },
    handler: async request => answer(await findSecret(db, request.params.phone_number)),
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
      const rotated = await rotateSecret(db, request.params.phone_number, {
        secret: `whsec_${randomBytes(32).toString('base64')}`,
        previous_secret_until: new Date(clock().getTime() + CHANGE_OVER_MS),
      })
      return reply.code(201).send(answer(rotated))
    },
  })
}

const CHECK = '/telephony/v1/callers/check/'

/**
 * docs/interface.md, "What the service does": blocked callers are rejected before the call
 * connects.
 */
const callerCheckRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, context) => {
  const refused = new RefusedChecks({ ...context, logger: app.log })
  app.addHook('onClose', () => refused.stop())
  const checkCaller = callerCheck(context.db, (lists, caller) => refused.add(lists, caller))
  app.post(CHECK, {
    schema: {
      operationId: 'checkCaller',
      summary: 'Ask whether a caller may reach a tracking number',
      description:
        'A caller is blocked by the list of the company of the tracking number, of one of its groups, or of its partner. Reject the call only after a 200 with allowed: false. Connect it after any other answer, and if none has come within a second or two.',
      body: CallerCheck,
      response: {
        200: described(CallerVerdict, 'Whether the call may connect, and whose lists block it.'),
      },
      errors: { 404: 'There is no such tracking number.' },
    },
    handler: async request => {
      const verdict = await checkCaller(request.body)
      if (!verdict) throw detailError(404, 'Not found.')
      return verdict
    },
  })
}

/** What the telephone switch configures and asks. Its reports are in call-reports/. */
export const telephonyRoutes: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  await app.register(trackingNumberRoutes, context)
  await app.register(secretRoutes, context)
  await app.register(callerCheckRoutes, context)
}

type CheckCaller = (check: CallerCheck) => Promise<CallerVerdict | undefined>

/**
 * Creates the check whether a caller may reach a tracking number. A caller is blocked by the list of
 * the number's company, of one of the company's groups or of its partner. The check returns undefined
 * for an unknown tracking number.
 *
 * The telephone rings during the check, so for a caller that may connect it is a single query: a function
 * in the database that finds each list with one index lookup, however many numbers are blocked
 * (docs/decisions/0014).
 *
 * @param onRefused is called with the lists that block a caller
 */
function callerCheck(
  db: Kysely<Schema>,
  onRefused: (listIds: number[], caller: string) => void,
): CheckCaller {
  const query = LISTS_WITH_CALLER.compile(db)
  return async ({ tracking_number, caller_number }) => {
    const parameters = [tracking_number, caller_number]
    const { rows } = await db.executeQuery<ListIds>({ ...query, parameters })
    const listIds = rows[0]?.list_ids ?? null
    if (listIds === null) return undefined
    if (listIds.length === 0) return { allowed: true, blocked_by: [] }
    if (caller_number !== null) onRefused(listIds, caller_number)
    return { allowed: false, blocked_by: await ownersOf(db, listIds) }
  }
}

/** Null for an unknown tracking number. */
type ListIds = { list_ids: number[] | null }

const LISTS_WITH_CALLER = sql<ListIds>`
  select lists_with_caller(${''}::text, ${''}::text) as list_ids
`
