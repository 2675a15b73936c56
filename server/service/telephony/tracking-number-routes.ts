import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { ValidationBody } from '../../../contract/errors.ts'
import {
  TrackingNumber,
  TrackingNumberChanges,
  TrackingNumberPath,
  TrackingNumberSettings,
} from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, described } from '../../http/described.ts'
import { notFound, validationError } from '../../http/http-error.ts'
import { answerPage, pageSchema } from '../pagination/paginate.ts'
import type { TelephonyContext, TelephonyDependencies } from './telephony-context.ts'
import {
  findOwner,
  lockSettings,
  type NumberSettings,
  removeTrackingNumbers,
  requirePartner,
  saveCompany,
  saveTrackingNumber,
  trackingNumbers,
} from './tracking-number-repository.ts'

/** The errors of a path with a tracking number. */
export const UNKNOWN_NUMBER = {
  400: 'The path has no valid phone number.',
  404: 'There is no such tracking number.',
}

const LIST = '/telephony/v1/tracking_numbers/'
const ONE = '/telephony/v1/tracking_numbers/:phone_number/'
const MOVE = '/telephony/v1/tracking_numbers/:phone_number/move/'

/** Configures tracking numbers: their owners, and which webhooks they send where. */
export const trackingNumberRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (
  app,
  context,
) => {
  const { db } = context
  app.get(LIST, {
    schema: {
      operationId: 'listTrackingNumbers',
      summary: 'List tracking numbers',
      ...pageSchema(TrackingNumber, 'A page of all tracking numbers, in order.'),
    },
    handler: request => answerPage(request, trackingNumbers(db).orderBy('phone_number')),
  })

  app.get(ONE, {
    schema: {
      operationId: 'showTrackingNumber',
      summary: 'Show a tracking number',
      params: TrackingNumberPath,
      response: answers(TrackingNumber, 'The tracking number.'),
      errors: UNKNOWN_NUMBER,
    },
    handler: request => getTrackingNumber(db, request.params.phone_number),
  })

  app.put(ONE, {
    schema: {
      operationId: 'saveTrackingNumber',
      summary: 'Create or update a tracking number',
      description:
        'A field that is missing or null gets its default, so send all of them, or change single ones with PATCH. The company is created or renamed. Groups, if you give any, are created or renamed too, and the company leaves all others. A callback URL must use HTTPS and lead to the internet. An unknown field is a 400.',
      params: TrackingNumberPath,
      body: TrackingNumberSettings,
      response: {
        200: described(TrackingNumber, 'The tracking number was changed.'),
        201: described(TrackingNumber, 'The tracking number was made.'),
      },
    },
    handler: async (request, reply) => {
      const { params, body } = request
      const saving = configureTrackingNumber(context, params.phone_number, body, { moves: false })
      const { isNew, trackingNumber } = await saving
      return reply.code(isNew ? 201 : 200).send(trackingNumber)
    },
  })

  app.patch(ONE, {
    schema: {
      operationId: 'changeTrackingNumber',
      summary: 'Change single fields of a tracking number',
      description:
        'Missing fields stay unchanged. A callback URL that is null is removed, and a flag that is null is turned off. An unknown field is a 400.',
      params: TrackingNumberPath,
      body: TrackingNumberChanges,
      response: answers(TrackingNumber, 'The current tracking number.'),
      errors: UNKNOWN_NUMBER,
    },
    handler: request => changeTrackingNumber(context, request.params.phone_number, request.body),
  })

  app.delete(ONE, {
    schema: {
      operationId: 'removeTrackingNumber',
      summary: 'Remove a tracking number',
      description:
        'From then on callers of it are unknown, and reports of further calls are refused; so do this once its last call has been reported. What waits to be delivered is still sent. Calls, deliveries and failed events stay with the partner. Analyses of its calls make no events any more.',
      params: TrackingNumberPath,
      response: { 204: z.null().describe('It was removed.') },
      errors: UNKNOWN_NUMBER,
    },
    handler: async (request, reply) => {
      if (!(await removeTrackingNumbers(db, request.params))) throw notFound()
      return reply.code(204).send(null)
    },
  })

  app.post(MOVE, {
    schema: {
      operationId: 'moveTrackingNumber',
      summary: 'Give a tracking number to another partner',
      description:
        'Takes what PUT takes, and names the new partner. No call is lost in between. Calls, deliveries and failed events until then stay with the former partner, and analyses of these calls make no events any more. The number gets a new signing secret. Within a partner, PUT and PATCH give a number to another company.',
      params: TrackingNumberPath,
      body: TrackingNumberSettings,
      response: answers(TrackingNumber, 'The tracking number as it is now.'),
      errors: UNKNOWN_NUMBER,
    },
    handler: async ({ params: { phone_number }, body }) => {
      const moved = await configureTrackingNumber(context, phone_number, body, { moves: true })
      return moved.trackingNumber
    },
  })
}

/** @throws HttpError 404 if there is no such tracking number */
function getTrackingNumber(db: Kysely<Schema>, phoneNumber: string): Promise<TrackingNumber> {
  return trackingNumbers(db)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Creates or changes a tracking number, together with its company and the company's groups.
 *
 * @param moves whether it gives an existing number to another partner. Calls, deliveries and failed events until
 *   then stay with the partner that had it, and so does its signing secret: the number gets a new one
 * @throws HttpError 400 for an unknown partner, another partner's number, a callback URL that can't
 *   be a receiver's, or a missing one; if it moves, 404 for an unknown number and 400 for the partner that has it
 */
async function configureTrackingNumber(
  { db, telephony }: TelephonyContext,
  phoneNumber: string,
  settings: TrackingNumberSettings,
  { moves }: { moves: boolean },
): Promise<{ isNew: boolean; trackingNumber: TrackingNumber }> {
  const { phone_number, partner, company, ...ofNumber } = settings
  refuse({
    ...otherNumber(phoneNumber, phone_number),
    ...missingCallbacks(ofNumber),
    ...(await callbackProblems(telephony, ofNumber)),
  })
  return db.transaction().execute(async trx => {
    if (moves && (await findOwner(trx, phoneNumber)).partner === partner) {
      const message = `The number belongs to the partner "${partner}" already. Change it with PUT or PATCH.`
      throw validationError({ partner: [message] })
    }
    // Before the number is locked: every configuration takes the locks in this order.
    const partner_id = await requirePartner(trx, partner)
    const company_id = await saveCompany(trx, partner_id, company)
    // If it was moved or removed in the meantime, the number is saved as a new one, or is a 400.
    if (moves) await removeTrackingNumbers(trx, { phone_number: phoneNumber })
    return saveNumber(trx, phoneNumber, { partner_id, company_id }, settings)
  })
}

type OwnerIds = { partner_id: number; company_id: number | null }

async function saveNumber(
  trx: Transaction<Schema>,
  phone_number: string,
  owner: OwnerIds,
  settings: NumberSettings,
): Promise<{ isNew: boolean; trackingNumber: TrackingNumber }> {
  const { ai_enabled, missed_call_saver, call_term_callbacks, mcs_call_term_callbacks } = settings
  const isNew = await saveTrackingNumber(trx, {
    ...{ ...owner, phone_number, ai_enabled, missed_call_saver },
    call_term_callbacks: normalised(call_term_callbacks),
    mcs_call_term_callbacks: normalised(mcs_call_term_callbacks),
  })
  // Thrown inside the transaction, so that nothing of the request is stored.
  if (isNew === undefined) {
    const message =
      'This number belongs to another partner. POST …/move/ gives it to the partner that is named.'
    throw validationError({ phone_number: [message] })
  }
  return { isNew, trackingNumber: await getTrackingNumber(trx, phone_number) }
}

/** A URL in normalised form, so that everybody who sees it later sees the checked host. */
function normalised(url: string | null): string | null {
  return url && new URL(url).href
}

/**
 * Changes the given settings of a tracking number and leaves the others unchanged.
 *
 * @throws HttpError 404 if there is no such tracking number, 400 like `configureTrackingNumber`
 */
async function changeTrackingNumber(
  { db, telephony }: TelephonyContext,
  phoneNumber: string,
  changes: TrackingNumberChanges,
): Promise<TrackingNumber> {
  const { phone_number, partner, company, ...ofNumber } = changes
  const problems = {
    ...otherNumber(phoneNumber, phone_number),
    ...(await callbackProblems(telephony, ofNumber)),
  }
  return db.transaction().execute(async trx => {
    const owner = await findOwner(trx, phoneNumber)
    refuse({ ...problems, ...otherPartner(owner.partner, partner) })
    // Before the number is locked, because every configuration takes the locks in this order.
    const { partner_id } = owner
    const companyId = company && (await saveCompany(trx, partner_id, company))
    const { company_id, ...before } = await lockSettings(trx, phoneNumber)
    const settings = { ...before, ...ofNumber }
    refuse(missingCallbacks(settings))
    const ids = { partner_id, company_id: companyId ?? company_id }
    const { trackingNumber } = await saveNumber(trx, phoneNumber, ids, settings)
    return trackingNumber
  })
}

function refuse(problems: ValidationBody): void {
  if (Object.keys(problems).length > 0) throw validationError(problems)
}

function otherNumber(inPath: string, inBody: string | null | undefined): ValidationBody {
  if (inBody == null || inBody === inPath) return {}
  return { phone_number: [`This must be the number of the address, ${inPath}, or be left out.`] }
}

function otherPartner(owner: string, reference: string | undefined): ValidationBody {
  if (reference === undefined || reference === owner) return {}
  return {
    partner: [
      `The number belongs to the partner "${owner}". POST …/move/ gives it to another one.`,
    ],
  }
}

const CALLBACKS = ['call_term_callbacks', 'mcs_call_term_callbacks'] as const

/** Each flag, and the URL to which its events are sent. */
const FLAGS = [
  ['ai_enabled', 'call_term_callbacks'],
  ['missed_call_saver', 'mcs_call_term_callbacks'],
] as const

/** Finds missing URLs whose events are switched on. */
function missingCallbacks(settings: NumberSettings): ValidationBody {
  const missing = FLAGS.filter(([name, url]) => settings[name] && settings[url] === null)
  return Object.fromEntries(
    missing.map(([name, url]) => [
      url,
      [`This field is required while ${name} is true: its events are sent to this URL.`],
    ]),
  )
}

/** Explains why given URLs can't be a receiver's. */
async function callbackProblems(
  { receiverProblem }: TelephonyDependencies,
  settings: Partial<NumberSettings>,
): Promise<ValidationBody> {
  const problems = await Promise.all(
    CALLBACKS.map(async field => {
      const url = settings[field]
      const problem = url == null ? null : await receiverProblem(url)
      return problem === null ? [] : [[field, [problem]]]
    }),
  )
  return Object.fromEntries(problems.flat())
}
