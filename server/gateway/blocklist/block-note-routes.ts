import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { BlockNoteChange, BlockNotes } from '../../../contract/blocklist/block-notes.ts'
import {
  REFUSED_CHECKS_PATH,
  RefusedCheck,
} from '../../../contract/blocklist/blocklist-extensions.ts'
import { BLOCKLIST_PATH } from '../../../contract/blocklist.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { callerSignal } from '../../http/when-closed.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { perMinute } from '../route-config.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf } from '../session/caller.ts'
import { sharedExtension } from '../upstream/extension.ts'
import { changeNotes, readNotes } from './block-notes.ts'

/** Room for 10,000 numbers. */
const BODY_LIMIT = 512 * 1024
/** For one account, per minute and process. */
const CHANGES_A_MINUTE = 300

/** Why, by whom and until when numbers are blocked, which no service keeps. */
export const blockNoteRoutes: FastifyPluginAsyncZod<GatewayParts> = async (
  app,
  { db, activity, upstream, timeZone },
) => {
  describeRoutes(app, 'Block notes')
  const refusedChecks = sharedExtension(upstream, {
    path: REFUSED_CHECKS_PATH,
    parse: json => z.array(RefusedCheck).parse(json),
  })

  app.get('/gateway/block-notes', {
    schema: {
      operationId: 'listBlockNotes',
      summary: 'List why, by whom and until when numbers are blocked',
      description:
        'A number without a note was added outside Redial. One that the service does not list any more was removed outside Redial.',
      response: answers(
        BlockNotes,
        'Numbers that were blocked together are together. The newest are last, and if a number occurs twice, the last note counts.',
      ),
    },
    handler: async request => {
      const caller = callerOf(request)
      const [notes, refused_checks] = await Promise.all([
        readNotes(db, caller, timeZone),
        refusedChecks(caller),
      ])
      return { ...notes, refused_checks }
    },
  })

  app.put('/gateway/block-notes', {
    bodyLimit: BODY_LIMIT,
    config: perMinute(CHANGES_A_MINUTE, 'changes of notes'),
    schema: {
      operationId: 'changeBlockNotes',
      summary: 'Change why or until when numbers are blocked',
      description: 'Fields that are missing stay as they are; null empties a field.',
      body: BlockNoteChange,
      example: {
        entity: { reference: 'acme', name: 'Acme Motors' },
        entity_context_name: 'company',
        blocked_phone_number_list: [{ phone_number: '27825550101' }],
        reason: 'spam',
        until: '2026-12-31',
      },
      response: { 204: z.null().describe('They are changed.') },
      errors: {
        403: 'The token may not use the blocklist.',
        409: 'The account has notes about 1,000,000 numbers already.',
        429: 'Too many changes in a minute.',
      },
    },
    handler: async (request, reply) => {
      const owner = requireName(request)
      // A page that no service has, so that none collects its numbers for this.
      const path = `${BLOCKLIST_PATH}?page=1000000&page_size=1`
      const { status } = await upstream.peek(path, owner.authorization, callerSignal(reply))
      if (status === 403) throw detailError(403, 'This token may not use the blocklist.')
      const {
        entity,
        entity_context_name: context,
        blocked_phone_number_list: list,
        ...fields
      } = request.body
      const numbers = list.map(({ phone_number }) => phone_number)
      const details = {
        entity_context_name: context,
        ...entity,
        count: numbers.length,
        unreadable: 0,
      }
      const entry = { kind: 'block_notes_changed', details, numbers } as const
      await activity.change(request, entry, trx =>
        changeNotes(trx, owner, { context, reference: entity.reference, numbers }, fields),
      )
      return reply.code(204).send(null)
    },
  })
}
