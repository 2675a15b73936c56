import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { EVENTS_PATH, ReadingChange, ReadingStatus } from '../../../contract/events.ts'
import { type Clock, REAL_CLOCK } from '../../config/timings.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, describeRoutes, INVALID, showCopy } from '../route-answers.ts'
import type { Authentication } from '../session/authentication.ts'
import { type Caller, callerOf } from '../session/caller.ts'
import { EventChanges } from './event-changes.ts'
import { type EventRange, RANGE, requireDay } from './event-parameters.ts'
import { versionStream } from './event-stream.ts'
import { rangeVersion } from './range-version.ts'
import { readingOf } from './reading/reading.ts'

export type EventChangeRoutesOptions = {
  db: Kysely<Schema>
  timeZone: string
  authentication: Pick<Authentication, 'requireCaller'>
  eventReader: {
    want(caller: Caller, range: EventRange): Promise<number>
    change(caller: Caller, range: EventRange, action: ReadingChange['action']): Promise<unknown>
  }
  clock?: Clock
}

const STATUS = answers(ReadingStatus, 'How much of the range has been read.')

/** Stops and repeats the reading of a range, and tells when a list has changed. */
export const eventChangeRoutes: FastifyPluginAsyncZod<EventChangeRoutesOptions> = async (
  app,
  { db, timeZone, authentication, eventReader, clock = REAL_CLOCK },
) => {
  describeRoutes(app, 'Failed events')
  showCopy(app)
  const changes = new EventChanges({ db, clock, logger: app.log })
  app.addHook('preClose', async () => changes.stop())

  app.get(
    `${EVENTS_PATH}/reading`,
    {
      schema: {
        operationId: 'showEventReading',
        summary: 'Show how much of a range of failed events has been read',
        description:
          'The gateway reads a range from the service as long as such requests come: it stops 20 seconds after the last one.',
        querystring: z.object(RANGE),
        response: STATUS,
        errors: { 400: INVALID },
      },
    },
    async request => {
      requireDay(request.query)
      return readingStatus(callerOf(request), request.query)
    },
  )

  app.post(
    `${EVENTS_PATH}/reading`,
    {
      config: { onlyReads: true },
      schema: {
        operationId: 'changeEventReading',
        summary: 'Stop or repeat the reading of a range of failed events',
        body: ReadingChange,
        example: {
          list: 'call_events_fail',
          from_date: '2026-11-21',
          to_date: '2026-11-22',
          action: 'again',
        },
        response: STATUS,
        errors: { 400: INVALID },
      },
    },
    async request => {
      const { action, ...range } = request.body
      const caller = callerOf(request)
      requireDay(range)
      await eventReader.change(caller, range, action)
      return readingStatus(caller, range)
    },
  )

  app.get(
    `${EVENTS_PATH}/changes`,
    {
      config: { staysOpen: true },
      schema: {
        operationId: 'watchEvents',
        summary: 'Watch a list of failed events',
        description:
          'Server-sent events: one with the `version` of the list now, and one whenever it has changed. The answer ends when the service no longer accepts the token.',
        querystring: z.object({ list: RANGE.list }),
        text: { description: 'The versions.', mediaTypes: ['text/event-stream'] },
        errors: { 400: INVALID, 429: 'The account watches too many lists at a time.' },
      },
    },
    async (request, reply) => {
      reply.type('text/event-stream').header('x-accel-buffering', 'no')
      // Fastify would read the stream to its end.
      if (request.method === 'HEAD') return reply.send()
      return reply.send(
        versionStream({
          clock,
          signal: changes.stopped,
          watch: listener => changes.watch(callerOf(request), request.query.list, listener),
          checkCaller: () => authentication.requireCaller(request),
        }),
      )
    },
  )
  /** @throws HttpError as `want` of the reader */
  async function readingStatus(caller: Caller, range: EventRange): Promise<ReadingStatus> {
    const mirrorId = await eventReader.want(caller, range)
    const version = await rangeVersion(db, caller, range.list)
    return { version, reading: await readingOf(db, mirrorId, range, timeZone) }
  }
}
