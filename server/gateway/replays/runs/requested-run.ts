import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FieldErrors } from '../../../../contract/errors.ts'
import { MAX_EVENTS_NAMED } from '../../../../contract/replay.ts'
import { ReplayRequest } from '../../../../contract/replay-request.ts'
import { validationError } from '../../../http/http-error.ts'
import { parseJsonBodies } from '../../../http/json-bodies.ts'
import { drfMessage, validationBody } from '../../../http/validation-body.ts'

export type RequestedRun = z.output<typeof ReplayRequest>

/** Reading this many takes a few milliseconds. */
const MAX_PARSE_BATCH = 500

const ManyEvents = z.object({ events: z.array(z.unknown()).min(MAX_PARSE_BATCH + 1) })
const UnreadRequest = z.object({ ...ReplayRequest.shape, ...ManyEvents.shape })
const Events = z.object({ events: ReplayRequest.shape.events })

/**
 * Reads the body of a request for a run. Many events are read in parts, so that other requests are
 * served in between: reading 50,000 in one go takes a quarter of a second.
 *
 * @throws HttpError 400 with the errors of each field; for many events, those of the first part that
 *   can't be read
 */
export async function requestedRun(body: unknown): Promise<RequestedRun> {
  if (!ManyEvents.safeParse(body).success) return read(ReplayRequest, body)
  const { events, ...request } = read(UnreadRequest, body)
  // The events beyond the limit are not read, because the error needs only their number.
  if (events.length > MAX_EVENTS_NAMED) return { ...request, events: parseBatch(null) }
  const named: Extract<RequestedRun['events'], unknown[]> = []
  for (let from = 0; from < events.length; from += MAX_PARSE_BATCH) {
    const part = parseBatch(events.slice(from, from + MAX_PARSE_BATCH), from)
    if (Array.isArray(part)) named.push(...part)
    await othersTurn()
  }
  return { ...request, events: named }
}

/** @param from the index of the first one in the request */
function parseBatch(events: unknown, from = 0): RequestedRun['events'] {
  return read(Events, { events }, errors => ({ events: movedBy(from, errors.events ?? []) })).events
}

/** @throws HttpError 400 */
function read<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  place = (errors: Record<string, FieldErrors>) => errors,
): z.output<Schema> {
  const parsed = z.safeParse(schema, value, { error: drfMessage, reportInput: true })
  if (parsed.success) return parsed.data
  throw validationError(place(validationBody(parsed.error)))
}

/** Converts errors by index in a part to errors by index in the whole. */
function movedBy(from: number, errors: FieldErrors): FieldErrors {
  if (Array.isArray(errors) || from === 0) return errors
  return Object.fromEntries(
    Object.entries(errors).map(([place, error]) => [String(Number(place) + from), error]),
  )
}

/** An event has five fields, and the request itself a few more. */
const MAX_FIELDS = 5 * MAX_EVENTS_NAMED + 100
const MAX_OBJECTS = MAX_EVENTS_NAMED + 100

const [QUOTE, BACKSLASH, COLON] = [...'"\\:'].map(char => char.charCodeAt(0))
const OPENING = [...'[{'].map(char => char.charCodeAt(0))

/**
 * Parses the bodies of requests for runs only if they take no more memory than 50,000 named events:
 * 4 MiB of nested lists or of fields would block all other requests for half a second.
 */
export function parseRunRequests(app: FastifyInstance): void {
  const most = MAX_EVENTS_NAMED.toLocaleString('en')
  parseJsonBodies(app, body =>
    isTooMuch(body)
      ? validationError({ events: [`Name at most ${most} events, by their ids and pages.`] })
      : null,
  )
}

/** Whether a JSON text has more fields, lists or objects than any request for a run. */
export function isTooMuch(json: Uint8Array): boolean {
  let fields = 0
  let objects = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === QUOTE) isString = !isString
    else if (isString) at += char === BACKSLASH ? 1 : 0
    else if (char === COLON) fields++
    else if (OPENING.includes(char ?? 0)) objects++
  }
  return fields > MAX_FIELDS || objects > MAX_OBJECTS
}
