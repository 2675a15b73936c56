import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import {
  FOLLOW_UPS_PATH,
  type FollowUp,
  FollowUpChange,
  FollowUpKey,
  FollowUpNotes,
  FollowUps,
  LanguageChange,
  NewNote,
} from '../../../contract/follow-up.ts'
import { answers, described, describeRoutes } from '../../http/described.ts'
import { validationError } from '../../http/http-error.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { perMinute } from '../route-config.ts'
import { requireName } from '../session/authorization.ts'
import { type Caller, callerOf } from '../session/caller.ts'
import { addNote, changeFollowUp, chooseLanguage, followUpNotes, isKnown } from './follow-ups.ts'

type FollowUpRoutesOptions = Pick<GatewayParts, 'db' | 'timeZone' | 'activity'> & {
  followUpsOf: (caller: Caller) => Promise<FollowUp[]>
}

const { shape } = FollowUpKey
const KeyQuery = z.object({
  kind: described(shape.kind, 'What the follow-up is about.'),
  value: described(shape.value, 'The name of the receiver or the company.'),
})

/** For one account, per minute and process: more than its people make by hand. */
const CHANGES_A_MINUTE = 120
const BUSY = 'Too many changes in a minute.'

const RECEIVER = { kind: 'receiver', value: 'hooks.example.com/calls' }
const NOTE_KINDS = {
  note: 'note_added',
  informed: 'customer_informed',
  not_informed: 'customer_not_informed',
} as const

/** Who deals with the failures of a receiver or a company (docs/decisions/0064). */
export const followUpRoutes: FastifyPluginAsyncZod<FollowUpRoutesOptions> = async (
  app,
  { db, timeZone, activity, followUpsOf },
) => {
  describeRoutes(app, 'Follow-ups')

  app.get(FOLLOW_UPS_PATH, {
    config: { showsCopy: true },
    schema: {
      operationId: 'listFollowUps',
      summary: 'List who deals with the failures of receivers and companies',
      description:
        'A follow-up that is done is open again when an event that the gateway has read failed after that, also in a replay; `recurred_at` says when.',
      response: answers(FollowUps, 'All of the account, the last changed one first.'),
    },
    handler: async request => {
      return { results: await followUpsOf(callerOf(request)) }
    },
  })

  app.put(FOLLOW_UPS_PATH, {
    config: perMinute(CHANGES_A_MINUTE, 'changes'),
    schema: {
      operationId: 'changeFollowUp',
      summary: 'Take a receiver or a company, hand it over, or change its state or its ticket',
      description:
        'What the body leaves out stays as it is. `version` is the one that you saw, or 0 if there was none.',
      body: FollowUpChange,
      example: { ...RECEIVER, version: 0, taken: true },
      response: { 204: z.null().describe('It is changed.') },
      errors: {
        409: 'Somebody changed it meanwhile; `detail` says what it is now.',
        429: BUSY,
      },
    },
    handler: async (request, reply) => {
      const owner = requireName(request)
      const { kind: about, value: name, taken, handed_to, state, ticket_url } = request.body
      if (taken && owner.who === null) {
        throw validationError({ taken: ['Only a person who is signed in can take it.'] })
      }
      if (handed_to !== undefined && !(await isKnown(db, owner, handed_to))) {
        throw validationError({ handed_to: [`Nobody called ${handed_to} has used Redial here.`] })
      }
      const ticket = ticket_url === undefined ? undefined : ticket_url === null ? 'removed' : 'set'
      const details = { about, name, taken, handed_to, state, ticket } as const
      const entry = { kind: 'follow_up_changed', details } as const
      await activity.change(request, entry, trx => changeFollowUp(trx, owner, request.body))
      return reply.code(204).send(null)
    },
  })

  app.put(`${FOLLOW_UPS_PATH}/language`, {
    config: perMinute(CHANGES_A_MINUTE, 'changes'),
    schema: {
      operationId: 'chooseLanguage',
      summary: 'Choose the language of messages to a company or an operator',
      body: LanguageChange,
      example: { kind: 'company', value: 'Acme Cars', language: 'af' },
      response: { 204: z.null().describe('It is chosen.') },
      errors: { 409: 'There are 10,000 follow-ups already.', 429: BUSY },
    },
    handler: async (request, reply) => {
      const owner = callerOf(request)
      await db.transaction().execute(trx => chooseLanguage(trx, owner, request.body))
      return reply.code(204).send(null)
    },
  })

  app.get(`${FOLLOW_UPS_PATH}/notes`, {
    schema: {
      operationId: 'listFollowUpNotes',
      summary: 'List the notes about a receiver or a company',
      querystring: KeyQuery,
      response: answers(FollowUpNotes, 'The notes and marks, newest first.'),
    },
    handler: async request => {
      const results = await followUpNotes(db, callerOf(request), request.query, timeZone)
      return { results }
    },
  })

  app.post(`${FOLLOW_UPS_PATH}/notes`, {
    config: perMinute(CHANGES_A_MINUTE, 'changes'),
    schema: {
      operationId: 'addFollowUpNote',
      summary: 'Add a note, or say that the customer was informed',
      description: '“not_informed” withdraws the mark “informed”, which stays in the list.',
      body: NewNote,
      example: { ...RECEIVER, what: 'note', text: 'Their IT renews the certificate today.' },
      response: { 204: z.null().describe('It is added.') },
      errors: { 409: 'There are 1,000 notes already.', 429: BUSY },
    },
    handler: async (request, reply) => {
      const { kind: about, value: name, what } = request.body
      const entry = { kind: NOTE_KINDS[what], details: { about, name } } as const
      await activity.change(request, entry, (trx, owner) => addNote(trx, owner, request.body))
      return reply.code(204).send(null)
    },
  })
}
