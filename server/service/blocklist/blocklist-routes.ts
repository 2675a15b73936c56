import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import {
  OwnTrackingNumber,
  REFUSED_CHECKS_PATH,
  RefusedCheck,
  TRACKING_NUMBERS_PATH,
} from '../../../contract/blocklist/blocklist-extensions.ts'
import {
  BLOCKLIST_PATH,
  BlocklistRecord,
  BlocklistRequest,
  MAX_NUMBERS_PER_REQUEST,
} from '../../../contract/blocklist.ts'
import { BlocklistErrorBody, DetailBody } from '../../../contract/errors.ts'
import { plural } from '../../../contract/text/count.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, described, describeRoutes } from '../../http/described.ts'
import { blocklistError } from '../../http/http-error.ts'
import { accountOf, type ServiceContext } from '../authentication/account.ts'
import { answerPage, pageSchema } from '../pagination/paginate.ts'
import {
  addNumbers,
  findEntity,
  getBlocklist,
  lockBlocklist,
  nameOfEntity,
  nonEmptyBlocklists,
  refusedChecks,
  removeNumbers,
} from './blocklist-repository.ts'

const MAX_NAMED = 10

const TooLong = z.looseObject({
  blocked_phone_number_list: z.custom<unknown[]>(
    list => Array.isArray(list) && list.length > MAX_NUMBERS_PER_REQUEST,
  ),
})

const UNBLOCK = '/v1/blocklist/unblock/'

/** The gateway's limit for a body comes first. */
const MOST_NUMBERS =
  'More than 10,000 numbers are a 400, or a 413 if the body is larger than 2 MiB: send them in several requests.'

const NO_PERMISSION = 'The token lacks BlocklistPermission.'
const NOT_YOURS = z
  .union([DetailBody, BlocklistErrorBody])
  .describe('The token lacks BlocklistPermission (Detail), or the entity is not yours (Blocklist).')

/** docs/interface.md, GET and POST /v1/blocklist/ and POST /v1/blocklist/unblock/. */
export const blocklistRoutes: FastifyPluginAsyncZod<ServiceContext> = async (
  app,
  { db, timeZone },
) => {
  app.addHook('preValidation', shortenList)
  describeRoutes(app, 'Blocklist')
  app.get(BLOCKLIST_PATH, {
    schema: {
      operationId: 'listBlockedNumbers',
      summary: 'List blocked numbers',
      description:
        'One record for each company, group or partner that has any, by name. A record has all its numbers, so ask for fewer records a page where lists are long.',
      ...pageSchema(BlocklistRecord, 'A page of blocklist records.', { 403: NO_PERMISSION }),
    },
    handler: request => answerPage(request, nonEmptyBlocklists(db, accountOf(request).partnerId)),
  })

  app.post(BLOCKLIST_PATH, {
    schema: {
      operationId: 'blockNumbers',
      summary: 'Block numbers',
      description: `Adds numbers to one entity. Those that are blocked already are left as they are. The entity is found by its reference; its name is required and not compared, because names change. ${MOST_NUMBERS}`,
      body: BlocklistRequest,
      response: { 201: described(BlocklistRecord, 'The updated record.') },
      errors: { 403: NOT_YOURS },
    },
    handler: async (request, reply) => {
      reply.code(201)
      return changeBlocklist(db, accountOf(request).partnerId, request.body, addNumbers)
    },
  })

  app.post(UNBLOCK, {
    schema: {
      operationId: 'unblockNumbers',
      summary: 'Unblock numbers',
      description: `Removes all the numbers from one entity, or none of them. The entity is found by its reference; its name is required and not compared. ${MOST_NUMBERS}`,
      body: BlocklistRequest,
      response: answers(BlocklistRecord, 'The updated record.'),
      errors: {
        403: NOT_YOURS,
        404: described(
          BlocklistErrorBody,
          'Some of the numbers are not on the list of the entity. Nothing was removed.',
        ),
      },
    },
    handler: request =>
      changeBlocklist(db, accountOf(request).partnerId, request.body, async (trx, id, numbers) => {
        const removed = await removeNumbers(trx, id, numbers)
        const missing = numbers.filter(number => !removed.has(number))
        if (missing.length > 0) throw blocklistError(404, notOnTheList(missing, request.body))
      }),
  })

  app.get(REFUSED_CHECKS_PATH, {
    schema: {
      operationId: 'listRefusedChecks',
      summary: 'List how often calls of blocked numbers were refused',
      description:
        'An extension of the interface: the checks of the last 90 days, for at most 10,000 numbers that are still blocked. It may lag a minute behind.',
      response: answers(z.array(RefusedCheck), 'The numbers that were refused, the latest first.'),
      errors: { 403: NO_PERMISSION },
    },
    handler: async request => {
      const checks = await refusedChecks(db, accountOf(request).partnerId)
      return checks.map(check => ({ ...check, last_at: stampIn(check.last_at, timeZone) }))
    },
  })

  app.get(TRACKING_NUMBERS_PATH, {
    schema: {
      operationId: 'listOwnTrackingNumbers',
      summary: 'List your own tracking numbers',
      description: 'An extension of the interface, so that nobody blocks one by mistake.',
      response: answers(
        z.array(OwnTrackingNumber),
        'All of them, with the names of their companies.',
      ),
      errors: { 403: NO_PERMISSION },
    },
    handler: request =>
      db
        .selectFrom('tracking_number')
        .innerJoin('company', 'company.id', 'company_id')
        .select(['phone_number', 'company.name as company'])
        .where('tracking_number.partner_id', '=', accountOf(request).partnerId)
        .where('former_number', 'is', null)
        .orderBy('phone_number')
        .execute(),
  })
}

/**
 * A hook: a list that is too long is refused for that reason only, based on a shortened copy.
 * Validating each of 600,000 entries would block all other requests.
 */
async function shortenList(request: FastifyRequest): Promise<void> {
  const tooLong = TooLong.safeParse(request.body)
  if (!tooLong.success) return
  const blocked_phone_number_list = Array.from({ length: MAX_NUMBERS_PER_REQUEST + 1 }, () => ({
    phone_number: '10000000',
  }))
  request.body = { ...tooLong.data, blocked_phone_number_list }
}

/**
 * Changes the numbers of the entity of a request, all of them or none.
 *
 * @throws HttpError 403 if the entity isn't the partner's; and whatever `change` throws
 */
async function changeBlocklist(
  db: Kysely<Schema>,
  partnerId: number,
  request: BlocklistRequest,
  change: (trx: Transaction<Schema>, id: number, numbers: string[]) => Promise<void>,
): Promise<BlocklistRecord> {
  const phoneNumbers = request.blocked_phone_number_list.map(entry => entry.phone_number)
  return db.transaction().execute(async trx => {
    const id = await lockBlocklist(trx, await findEntity(trx, partnerId, request))
    await change(trx, id, [...new Set(phoneNumbers)])
    return getBlocklist(trx, id)
  })
}

function notOnTheList(numbers: string[], request: BlocklistRequest): string {
  const more = numbers.length - MAX_NAMED
  const names = numbers.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const verb = plural(numbers.length, 'is', 'are')
  return `${names} ${verb} not on the blocklist of ${nameOfEntity(request)}. Nothing was removed.`
}
