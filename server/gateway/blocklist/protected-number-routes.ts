import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import {
  OwnTrackingNumber,
  TRACKING_NUMBERS_PATH,
} from '../../../contract/blocklist/blocklist-extensions.ts'
import {
  ProtectedNumberChange,
  ProtectedNumberPath,
  ProtectedNumbers,
} from '../../../contract/blocklist/protected-number.ts'
import { trackingNumberKeys } from '../../../contract/receiver.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import type { EventCopy } from '../events/reading/event-reader.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { requireAtMost } from '../require-at-most.ts'
import { type Caller, callerOf, isOfAccount } from '../session/caller.ts'
import { sharedExtension } from '../upstream/extension.ts'

/** More than any account enters by hand. */
const MAX_LISTED = 10_000
/** More tracking numbers than an account has. */
const MAX_TRACKING_NUMBERS = 10_000

/** Numbers that nobody should block by mistake. */
export const protectedNumberRoutes: FastifyPluginAsyncZod<GatewayParts> = async (
  app,
  { db, activity, upstream, eventReader },
) => {
  describeRoutes(app, 'Protected numbers')
  const extension = {
    path: TRACKING_NUMBERS_PATH,
    parse: (json: unknown) => z.array(OwnTrackingNumber).parse(json),
  }
  // Without these numbers, a person could block one of them without a warning, so a slow service gets time to answer.
  const patient = { patienceMs: 30_000, pauseMs: 1 }
  const trackingNumbers = sharedExtension(upstream, extension, patient)

  app.get('/gateway/protected-numbers', {
    schema: {
      operationId: 'listProtectedNumbers',
      summary: 'List numbers that nobody should block by mistake',
      description:
        'The account’s own list, and its tracking numbers from events that the gateway has read, from configured receivers and from our own service. `is_incomplete` says whether some could not be loaded now.',
      response: answers(ProtectedNumbers, 'Numbers on the account’s own list come first.'),
    },
    handler: async request => {
      const caller = callerOf(request)
      const [own, ofService, copies] = await Promise.all([
        db
          .selectFrom('protected_number')
          .select(['phone_number', 'label', 'who', sql<'listed'>`'listed'`.as('kind')])
          .where(isOfAccount(caller))
          .orderBy('phone_number')
          .execute(),
        trackingNumbers(caller),
        eventReader.copies(caller).catch(() => null),
      ])
      const ofEvents = await trackingNumbersOfEvents(db, caller, copies ?? [])
      const tracking = new Map(
        [...ofEvents, ...(ofService ?? [])].map(({ phone_number, company }) => [
          phone_number,
          { phone_number, kind: 'tracking_number' as const, label: company, who: null },
        ]),
      )
      return {
        results: [...own, ...tracking.values()],
        is_incomplete: copies === null || (upstream.isOwn && ofService === null),
      }
    },
  })

  app.put('/gateway/protected-numbers/:phone_number', {
    schema: {
      operationId: 'protectNumber',
      summary: 'Add a number to the list of protected numbers',
      params: ProtectedNumberPath,
      body: ProtectedNumberChange,
      example: { label: 'Head office' },
      response: { 204: z.null().describe('It is on the list.') },
      errors: { 409: 'The list has 10,000 numbers already.' },
    },
    handler: async (request, reply) => {
      const { phone_number } = request.params
      const { label } = request.body
      const details = { tracking_number: phone_number, receiver: null }
      const entry = { kind: 'number_protected', details } as const
      await activity.change(request, entry, async (trx, owner) => {
        const { service, account, who } = owner
        await trx
          .insertInto('protected_number')
          .values({ service, account, phone_number, label, who })
          .onConflict(conflict =>
            conflict.columns(['account', 'service', 'phone_number']).doUpdateSet({ label, who }),
          )
          .execute()
        const all = sql`protected_number where ${isOfAccount(owner)}`
        await requireAtMost(trx, MAX_LISTED, all, 'The list has 10,000 numbers already.')
      })
      return reply.code(204).send(null)
    },
  })

  app.delete('/gateway/protected-numbers/:phone_number', {
    schema: {
      operationId: 'unprotectNumber',
      summary: 'Remove a number from the list of protected numbers',
      params: ProtectedNumberPath,
      response: { 204: z.null().describe('It was removed.') },
      errors: { 404: 'The number is not on the list.' },
    },
    handler: async (request, reply) => {
      const { phone_number } = request.params
      const details = { tracking_number: phone_number, receiver: null }
      const entry = { kind: 'number_unprotected', details } as const
      await activity.change(request, entry, async (trx, owner) => {
        const { numDeletedRows } = await trx
          .deleteFrom('protected_number')
          .where(isOfAccount(owner))
          .where('phone_number', '=', phone_number)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw detailError(404, 'This number is not on the list.')
      })
      return reply.code(204).send(null)
    },
  })
}

type OwnNumber = { phone_number: string; company: string | null }

/** The tracking numbers that copied events name, and those for which a receiver is set. */
async function trackingNumbersOfEvents(
  db: Kysely<Schema>,
  caller: Caller,
  copies: EventCopy[],
): Promise<OwnNumber[]> {
  const mirrors = copies.map(({ id }) => id)
  const { rows } = await sql<OwnNumber>`
    (select tracking_number as phone_number, null as company from receiver_setting
      where service = ${caller.service} and account = ${caller.account})
    union all
    (select tracking_number, max(company) filter (where has_company) from listed_event
      where mirror_id = any(${mirrors}::integer[]) and tracking_number is not null
      group by tracking_number limit ${MAX_TRACKING_NUMBERS})
  `.execute(db)
  return rows.map(({ phone_number, company }) => ({
    phone_number: trackingNumberKeys(phone_number).find(key => /^[1-9]/.test(key)) ?? phone_number,
    company,
  }))
}
