import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ReceiverConfirmation } from '../../../contract/fields/service-fields.ts'
import {
  type OutcomeCounts,
  type Receiver,
  ReceiverChange,
  ReceiverOutcomes,
  ReceiverOutcomesQuery,
  ReceiverPath,
  ReceiverSetting,
  ReceiverSettings,
  Receivers,
  ReceiverTestRequest,
  ReceiverTestResult,
  receiverName,
} from '../../../contract/receiver.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, described, describeRoutes } from '../../http/described.ts'
import { detailError, validationError } from '../../http/http-error.ts'
import { receiversOfNumbers } from '../events/event-source.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { callOfPayload } from '../replays/reading/call-of-payload.ts'
import { confirmReceivers } from '../replays/store/confirmed-receivers.ts'
import { requireAtMost } from '../require-at-most.ts'
import { perMinute } from '../route-config.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf, isOfAccount, type Owner } from '../session/caller.ts'
import { stamped } from '../stamped.ts'
import { sharedExtension } from '../upstream/extension.ts'
import { LIVE_DELIVERIES, LIVE_TIMINGS } from './live-deliveries.ts'
import { receiverStates, type StatesQuery } from './receiver-states.ts'

/** More tracking numbers than any account sets by hand. */
const MAX_SETTINGS = 10_000

const EXAMPLE = { url: 'https://hooks.example.com/calls' }

const NumberPath = z.object({
  tracking_number: described(ReceiverPath.shape.tracking_number, 'In any usual way of writing it.'),
})

/** For one account, per minute and process: enough to preview a big run, useless as a scanner. */
export const MAX_TESTS_PER_MINUTE = 30

/** States of receivers and outcomes of replays to them, the receivers that are set for tracking numbers, and tests. */
export const receiverRoutes: FastifyPluginAsyncZod<GatewayParts> = async (app, options) => {
  const { db, timeZone, activity, receiverProblem, testReceiver } = options
  const { upstream, eventReader, clock } = options
  const timings = { ...LIVE_TIMINGS, now: () => clock.now() }
  const liveDeliveries = sharedExtension(upstream, LIVE_DELIVERIES, timings)
  describeRoutes(app, 'Receivers')

  app.get('/gateway/receivers/all', {
    config: { showsCopy: true },
    schema: {
      operationId: 'listReceivers',
      summary: 'List all receivers of the account with their states',
      description:
        'By the events that the gateway has read from the service, what became of them, and the replays.',
      response: answers(Receivers, 'Those that need a person come first.'),
    },
    handler: async request => {
      const owner = callerOf(request)
      const [copies, live] = await Promise.all([eventReader.copies(owner), liveDeliveries(owner)])
      const query = { timeZone, copies, ...(live && { live }), now: new Date() }
      return { results: await receiversOfAccount(db, owner, query) }
    },
  })

  app.get('/gateway/receivers/outcomes', {
    schema: {
      operationId: 'showReceiverOutcomes',
      summary: 'Show what came of replays to a receiver',
      querystring: ReceiverOutcomesQuery,
      response: answers(ReceiverOutcomes, 'Counts, and the latest attempts.'),
    },
    handler: async request =>
      receiverOutcomes(db, timeZone, callerOf(request), request.query.receiver),
  })

  app.get('/gateway/receivers', {
    schema: {
      operationId: 'listReceiverSettings',
      summary: 'List the receivers that are set for tracking numbers',
      description: 'Replays of events that name no callback URL go there.',
      response: answers(ReceiverSettings, 'All of them, by tracking number.'),
    },
    handler: async request => ({
      results: await receiverSettings(db, callerOf(request), timeZone),
    }),
  })

  app.put('/gateway/receivers/:tracking_number', {
    schema: {
      operationId: 'setReceiver',
      summary: 'Set the receiver for replays of a tracking number',
      params: NumberPath,
      body: ReceiverChange,
      example: EXAMPLE,
      response: answers(ReceiverSetting, 'The receiver is set.'),
      errors: { 409: '10,000 tracking numbers have a receiver already.' },
    },
    handler: async request => {
      requireName(request)
      const { tracking_number } = request.params
      const { url } = request.body
      const receiver = URL.parse(url)?.host || null
      const entry = { kind: 'receiver_set', details: { tracking_number, receiver } } as const
      const problem = await receiverProblem(url)
      return activity.change(request, entry, async (trx, owner) => {
        if (problem !== null) throw validationError({ url: [sentence(problem)] })
        // Stores the URL in the form that requests use, so that people see the host that was checked.
        const setting = { url: new URL(url).href, who: owner.who, set_at: new Date() }
        await trx
          .insertInto('receiver_setting')
          .values({ ...numberOf(owner, tracking_number), ...setting })
          .onConflict(conflict =>
            conflict.columns(['service', 'account', 'tracking_number']).doUpdateSet(setting),
          )
          .execute()
        await requireAtMost(
          trx,
          MAX_SETTINGS,
          sql`receiver_setting where ${isOfAccount(owner)}`,
          `No more than ${MAX_SETTINGS.toLocaleString('en')} tracking numbers can have a receiver here.`,
        )
        return stamped({ ...setting, tracking_number }, timeZone)
      })
    },
  })

  app.delete('/gateway/receivers/:tracking_number', {
    schema: {
      operationId: 'removeReceiver',
      summary: 'Remove the receiver for replays of a tracking number',
      params: NumberPath,
      response: { 204: z.null().describe('It was removed.') },
      errors: { 404: 'No receiver is set for the tracking number.' },
    },
    handler: async (request, reply) => {
      const { tracking_number } = request.params
      const details = { tracking_number, receiver: null }
      const entry = { kind: 'receiver_removed', details } as const
      await activity.change(request, entry, async (trx, owner) => {
        const { numDeletedRows } = await trx
          .deleteFrom('receiver_setting')
          .where(eb => eb.and(numberOf(owner, tracking_number)))
          .executeTakeFirst()
        if (numDeletedRows === 0n)
          throw detailError(404, 'No receiver is set for this tracking number.')
      })
      return reply.code(204).send(null)
    },
  })

  app.post('/gateway/receivers/confirmed', {
    schema: {
      operationId: 'confirmReceivers',
      summary: 'Confirm receivers',
      description:
        'In front of a foreign service, the first replay to a host that was found in its fields asks for this. `receivers` are hosts, with the port if it is not 443.',
      body: ReceiverConfirmation,
      example: { receivers: ['hooks.example.com'] },
      response: { 204: z.null().describe('They are confirmed.') },
      errors: { 409: '10,000 hosts are confirmed already.' },
    },
    handler: async (request, reply) => {
      const { receivers } = request.body
      const entry = { kind: 'receivers_confirmed', details: { receivers } } as const
      await activity.change(request, entry, (trx, owner) => confirmReceivers(trx, owner, receivers))
      return reply.code(204).send(null)
    },
  })

  app.post('/gateway/receiver-probes', {
    config: perMinute(MAX_TESTS_PER_MINUTE, 'receiver tests'),
    schema: {
      operationId: 'testReceiver',
      summary: 'Test a receiver without sending it an event',
      body: ReceiverTestRequest,
      example: EXAMPLE,
      response: answers(ReceiverTestResult, 'How far the test came.'),
      errors: { 429: 'Too many receiver tests in a minute.' },
    },
    handler: async request => {
      const { url } = request.body
      const result = stamped(await testReceiver(url), timeZone)
      return { ...result, receiver: URL.parse(url)?.host || url }
    },
  })
}

/** All receivers of the account with their states. Receivers that need a person come first. */
export async function receiversOfAccount(
  db: Kysely<Schema>,
  owner: Owner,
  query: Omit<StatesQuery, 'numbers' | 'company'>,
): Promise<Receiver[]> {
  const { timeZone, live = new Map() } = query
  const [settings, numbers] = await Promise.all([
    receiverSettings(db, owner, timeZone),
    receiversOfNumbers(db, owner),
  ])
  const rows = await receiverStates(db, owner, { ...query, numbers })
  const ofReceivers = Map.groupBy(settings, ({ url }) => receiverName(url))
  return rows.map(({ calls, ai_events, missing_since: _since, recent: _, companies, ...row }) => ({
    ...stamped(row, timeZone),
    companies: companies.length > 0 ? companies : (live.get(row.receiver)?.companies ?? []),
    live: live.get(row.receiver) ?? null,
    missing: { call_events_fail: calls, transcription_events_fail: ai_events },
    tracking_numbers: ofReceivers.get(row.receiver)?.length ?? 0,
  }))
}

/** Where events go that name no receiver, for each tracking number of an account. */
async function receiverSettings(
  db: Kysely<Schema>,
  { service, account }: Owner,
  timeZone: string,
): Promise<ReceiverSetting[]> {
  const rows = await db
    .selectFrom('receiver_setting')
    .select(['tracking_number', 'url', 'who', 'set_at'])
    .where(isOfAccount({ service, account }))
    .orderBy('tracking_number')
    .execute()
  return rows.map(row => stamped(row, timeZone))
}

function numberOf({ service, account }: Owner, tracking_number: string) {
  return { service, account, tracking_number }
}

/** Turns "its address must begin with https://" into a message for the field "URL". */
function sentence(problem: string): string {
  const text = problem
    .replace(/^its address is not a valid URL/, 'this is not a valid URL')
    .replace(/^its address/, 'the URL')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** How many of the latest attempts an answer lists. */
const RECENT = 20

/**
 * The outcomes of the account's replays to one receiver.
 *
 * @param named its name, as `receiverName` returns it
 * @param timeZone of the stamps in the result
 */
async function receiverOutcomes(
  db: Kysely<Schema>,
  timeZone: string,
  owner: Owner,
  named: string,
): Promise<ReceiverOutcomes> {
  const receiver = URL.canParse(`https://${named}`) ? receiverName(`https://${named}`) : named
  const attempts = db
    .selectFrom('replay_attempt')
    .innerJoin('replay_item', 'replay_item.id', 'replay_attempt.item_id')
    .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
    .where('replay_attempt.service', '=', owner.service)
    .where('replay_attempt.receiver_name', '=', receiver)
    .where('replay_run.account', '=', owner.account)
  const isWithin = (days: number) =>
    sql<boolean>`replay_attempt.at >= ${new Date(Date.now() - days * DAY_MS)}`
  const countsWithin = (days: number) => sql<OutcomeCounts>`jsonb_build_object(
    'delivered', count(*) filter (where error is null and ${isWithin(days)}),
    'failed', count(*) filter (where error is not null and ${isWithin(days)})
  )`
  const [counts, recent] = await Promise.all([
    attempts
      .where(isWithin(7))
      .select([countsWithin(1).as('last_24_hours'), countsWithin(7).as('last_7_days')])
      .executeTakeFirstOrThrow(),
    attempts
      .select(['replay_item.run_id', 'replay_item.list', 'replay_item.event_id'])
      .select(['replay_item.state', 'replay_item.payload', 'replay_attempt.at'])
      .select(['replay_attempt.status', 'replay_attempt.error', 'replay_attempt.cause'])
      .select('replay_attempt.duration_ms')
      .orderBy('replay_attempt.at', 'desc')
      .limit(RECENT)
      .execute(),
  ])
  return {
    receiver,
    ...counts,
    recent: recent.map(({ state, payload, ...attempt }) => ({
      ...stamped(attempt, timeZone),
      call: callOfPayload(payload, timeZone),
      delivered: state === 'delivered',
    })),
  }
}
