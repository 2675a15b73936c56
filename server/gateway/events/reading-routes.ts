import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { EVENTS_PATH, ReadingChange, ReadingStatus } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { showCopy } from '../route-config.ts'
import { type Account, type Caller, callerOf } from '../session/caller.ts'
import { type EventRange, RANGE, requireDay } from './event-parameters.ts'
import { eventStatesVersion } from './event-states.ts'
import { readingOf } from './reading/mirror-store.ts'

const STATUS = answers(ReadingStatus, 'How much of the range has been read.')

type ReadingRoutesOptions = GatewayParts & {
  followUpsVersion: (caller: Caller) => Promise<string>
}

export const eventReadingRoutes: FastifyPluginAsyncZod<ReadingRoutesOptions> = async (
  app,
  options,
) => {
  const { db, timeZone, eventReader, followUpsVersion } = options
  describeRoutes(app, 'Failed events')
  showCopy(app)

  app.get(`${EVENTS_PATH}/reading`, {
    schema: {
      operationId: 'showEventReading',
      summary: 'Show how much of a range of failed events has been read',
      description:
        'The gateway reads a range from the service as long as such requests come: it stops 20 seconds after the last one.',
      querystring: z.object(RANGE),
      response: STATUS,
    },
    handler: request => readingStatus(callerOf(request), request.query),
  })

  app.post(`${EVENTS_PATH}/reading`, {
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
    },
    handler: async request => {
      const { action, ...range } = request.body
      const caller = callerOf(request)
      requireDay(range)
      await eventReader.change(caller, range, action)
      return readingStatus(caller, range)
    },
  })

  /** @throws HttpError as `lookAtRange` */
  async function readingStatus(caller: Caller, range: EventRange): Promise<ReadingStatus> {
    const { mirrorId, version } = await lookAtRange(options, caller, range)
    const [reading, follow_ups] = await Promise.all([
      readingOf(db, mirrorId, range, timeZone),
      followUpsVersion(caller),
    ])
    return { version, reading, follow_ups }
  }
}

/**
 * Has the range read. The version changes whenever an event of the account's list, its reading or its state may have
 * changed. Read it first, so that the next answer has another one if something changes in between.
 *
 * @throws HttpError 400 if the range has no day, and what the service answers if it refuses the list
 */
export async function lookAtRange(
  { db, eventReader }: GatewayParts,
  caller: Caller,
  range: EventRange,
): Promise<{ mirrorId: number; version: string }> {
  requireDay(range)
  const mirrorId = await eventReader.requestRange(caller, range)
  return { mirrorId, version: await versionOf(db, caller, mirrorId, range.list) }
}

/** The version of the copy of an account's list, as in `lookAtRange`. */
export async function versionOf(
  db: Kysely<Schema>,
  owner: Account,
  mirrorId: number,
  list: FailedEventList,
): Promise<string> {
  const [mirror, states] = await Promise.all([
    db.selectFrom('event_mirror').select('version').where('id', '=', mirrorId).executeTakeFirst(),
    eventStatesVersion(db, list, owner),
  ])
  return `${mirror?.version ?? 0}-${states}`
}
