import { createHmac } from 'node:crypto'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { DetailBody, ErrorBody } from '../../../contract/errors.ts'
import {
  ReplayItems,
  ReplayItemsQuery,
  ReplayRequest,
  ReplayRun,
} from '../../../contract/replay.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import { requireAuthorization } from '../session/authorization.ts'
import { requireSameOrigin } from '../session/same-origin.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type FoundEvent, findEvent } from './find-event.ts'
import type { ReplayQueue } from './replay-queue.ts'
import type { Owner, ReplayRepository } from './replay-repository.ts'

export type ReplayRoutesOptions = {
  db: Kysely<Schema>
  upstream: Upstream
  repository: ReplayRepository
  queue: ReplayQueue
  secret: string
  publicUrl: string | undefined
}

/** Replay runs: POST /gateway/replays, GET /gateway/replays/:id and GET /gateway/replay-items. */
export const replayRoutes: FastifyPluginAsyncZod<ReplayRoutesOptions> = async (app, options) => {
  const { db, upstream, repository, queue, secret, publicUrl } = options

  const ownerOf = (request: FastifyRequest): Owner => ({
    service: upstream.name,
    account: createHmac('sha256', secret).update(requireAuthorization(request)).digest('hex'),
  })

  app.post(
    '/gateway/replays',
    {
      schema: {
        body: ReplayRequest,
        response: { 201: ReplayRun, '4xx': ErrorBody, '5xx': DetailBody },
      },
    },
    async (request, reply) => {
      requireSameOrigin(request, publicUrl)
      const owner = ownerOf(request)
      const { events, ...range } = request.body
      const [wanted] = events
      if (wanted === undefined) throw detailError(400, 'Name the event to replay.')
      const found = await findEvent(upstream, requireAuthorization(request), {
        ...range,
        ...wanted,
      })
      const id = await startRun(db, repository, queue, {
        ...owner,
        list: range.list,
        event_id: wanted.id,
        who: request.session.get('name') ?? null,
        ...plan(found),
      })
      const run = await repository.findRun(id, owner)
      if (run === null) throw new Error(`Replay run ${id} is gone right after it was made`)
      return reply.code(201).send(run)
    },
  )

  app.get(
    '/gateway/replays/:id',
    {
      schema: {
        params: z.object({ id: z.string() }),
        response: { 200: ReplayRun, '4xx': ErrorBody },
      },
    },
    async request => {
      const owner = ownerOf(request)
      const id = z.uuid().safeParse(request.params.id)
      const run = id.success ? await repository.findRun(id.data, owner) : null
      if (run === null) throw detailError(404, 'Not found.')
      return run
    },
  )

  app.get(
    '/gateway/replay-items',
    {
      schema: { querystring: ReplayItemsQuery, response: { 200: ReplayItems, '4xx': ErrorBody } },
    },
    async request => {
      const { list, event_id } = request.query
      return { results: await repository.latestItems(list, event_id, ownerOf(request)) }
    },
  )
}

/** What the run does with the event: send it, or skip it and say why. */
function plan(found: FoundEvent | null) {
  const skipped = { state: 'skipped' as const, receiver_url: null }
  if (found === null) {
    const reason = 'The service does not list this event in this range any more.'
    return { ...skipped, payload: '', reason }
  }
  if (found.callback_url === null) {
    const reason = 'The event does not name the receiver that it should go to.'
    return { ...skipped, payload: found.payload, reason }
  }
  const { payload, callback_url } = found
  return { state: 'queued' as const, receiver_url: callback_url, payload, reason: null }
}

/** @throws HttpError 409 when the event has another replay in flight, of whoever */
async function startRun(
  db: Kysely<Schema>,
  repository: ReplayRepository,
  queue: ReplayQueue,
  run: Parameters<ReplayRepository['addRun']>[1],
): Promise<string> {
  try {
    return await db.transaction().execute(async trx => {
      const { id, itemId } = await repository.addRun(trx, run)
      if (run.receiver_url !== null) {
        await queue.add(trx, { itemId, receiverUrl: run.receiver_url })
      }
      return id
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw detailError(409, 'This event is being replayed already. Wait for what comes of it.')
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
