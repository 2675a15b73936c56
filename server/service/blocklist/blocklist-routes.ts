import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { BlocklistRecord, BlocklistRequest } from '../../../contract/blocklist.ts'
import { BlocklistErrorBody, DetailBody } from '../../../contract/errors.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import { described } from '../../http/described.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { BODY_ERRORS, COMMON_ERRORS, INVALID_PAGE } from '../answers/error-responses.ts'
import { accountOf } from '../authentication/account.ts'
import type { ServiceContext } from '../context/service-context.ts'
import { PageQuery } from '../pagination/page-query.ts'
import { paginate } from '../pagination/paginate.ts'
import { countBlocklists, listBlocklists } from './blocklist-repository.ts'
import { blockNumbers, unblockNumbers } from './change-blocklist.ts'
import { shortenList } from './shorten-list.ts'

const LIST = '/v1/blocklist/'
const UNBLOCK = '/v1/blocklist/unblock/'
const tags = ['Blocklist']

/** The gateway's limit for a body comes first. */
const MOST_NUMBERS =
  'More than 10,000 numbers are a 400, or a 413 if the body is larger than 2 MiB: send them in several requests.'

const NO_PERMISSION = described(DetailBody, 'The token lacks BlocklistPermission.')
const NOT_YOURS = z
  .union([DetailBody, BlocklistErrorBody])
  .describe('The token lacks BlocklistPermission (Detail), or the entity is not yours (Blocklist).')

/** docs/interface.md, GET and POST /v1/blocklist/ and POST /v1/blocklist/unblock/. */
export const blocklistRoutes: FastifyPluginAsyncZod<ServiceContext> = async (app, { db }) => {
  app.addHook('preValidation', shortenList)
  app.get(LIST, {
    schema: {
      tags,
      operationId: 'listBlockedNumbers',
      summary: 'List blocked numbers',
      description:
        'One record for each company, group or partner that has any, by name. A record has all its numbers, so ask for fewer records a page where lists are long.',
      querystring: PageQuery,
      response: {
        200: described(pageOf(BlocklistRecord), 'A page of blocklist records.'),
        403: NO_PERMISSION,
        ...INVALID_PAGE,
        ...COMMON_ERRORS,
      },
    },
    handler: async request => {
      const { partnerId } = accountOf(request)
      const count = await countBlocklists(db, partnerId)
      const { next, previous, ...window } = paginate(request, request.query, count)
      return { count, next, previous, results: await listBlocklists(db, partnerId, window) }
    },
  })

  app.post(LIST, {
    schema: {
      tags,
      operationId: 'blockNumbers',
      summary: 'Block numbers',
      description: `Adds numbers to one entity. Those that are blocked already are left as they are. The entity is found by its reference; its name is required and not compared, because names change. ${MOST_NUMBERS}`,
      body: BlocklistRequest,
      response: {
        201: described(BlocklistRecord, 'The updated record.'),
        ...BODY_ERRORS,
        403: NOT_YOURS,
        ...COMMON_ERRORS,
      },
    },
    handler: async (request, reply) => {
      reply.code(201)
      return blockNumbers(db, accountOf(request).partnerId, request.body)
    },
  })
  refuseOtherMethods(app, { url: LIST, name: 'Blocklist' })

  app.post(UNBLOCK, {
    schema: {
      tags,
      operationId: 'unblockNumbers',
      summary: 'Unblock numbers',
      description: `Removes all the numbers from one entity, or none of them. The entity is found by its reference; its name is required and not compared. ${MOST_NUMBERS}`,
      body: BlocklistRequest,
      response: {
        200: described(BlocklistRecord, 'The updated record.'),
        ...BODY_ERRORS,
        403: NOT_YOURS,
        404: described(
          BlocklistErrorBody,
          'Some of the numbers are not on the list of the entity. Nothing was removed.',
        ),
        ...COMMON_ERRORS,
      },
    },
    handler: request => unblockNumbers(db, accountOf(request).partnerId, request.body),
  })
  refuseOtherMethods(app, { url: UNBLOCK, name: 'Unblock' })
}
