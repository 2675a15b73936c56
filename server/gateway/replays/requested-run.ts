import { setImmediate as othersTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { FieldErrors } from '../../../contract/errors.ts'
import { MAX_EVENTS_NAMED, ReplayRequest } from '../../../contract/replay.ts'
import { validationError } from '../../http/http-error.ts'
import { drfMessage } from '../../http/validation/drf-message.ts'
import { validationBody } from '../../http/validation/validation-body.ts'

/** A ReplayRequest whose events are still to be read, by `requestedRun`. */
export const UnreadRequest = z.object({ ...ReplayRequest.shape, events: z.unknown() })

type RequestedRun = z.output<typeof ReplayRequest>

/** Reading so many takes a few milliseconds. */
const AT_ONCE = 500

const Events = z.object({ events: ReplayRequest.shape.events })

/**
 * Reads the events of a request part by part, so that other requests get their turn: to read 50,000
 * in one go takes a quarter of a second.
 *
 * @throws HttpError 400 with what is wrong with the first part that can't be read
 */
export async function requestedRun(request: z.output<typeof UnreadRequest>): Promise<RequestedRun> {
  const { events } = request
  if (!Array.isArray(events)) return { ...request, events: readPart(events) }
  // Nobody reads what is too much: what is wrong with it is said without it.
  if (events.length > MAX_EVENTS_NAMED) return { ...request, events: readPart(null) }
  const read: Exclude<RequestedRun['events'], 'all'> = []
  for (let from = 0; from < events.length || from === 0; from += AT_ONCE) {
    const part = readPart(events.slice(from, from + AT_ONCE), from)
    if (part !== 'all') read.push(...part)
    await othersTurn()
  }
  return { ...request, events: read }
}

/** @param from the place of the first one in the request */
function readPart(events: unknown, from = 0): RequestedRun['events'] {
  const parsed = z.safeParse(Events, { events }, { error: drfMessage, reportInput: true })
  if (parsed.success) return parsed.data.events
  const { events: errors = [] } = validationBody(parsed.error)
  throw validationError({ events: movedBy(from, errors) })
}

/** Errors by their place in a part, by their place in the whole. */
function movedBy(from: number, errors: FieldErrors): FieldErrors {
  if (Array.isArray(errors) || from === 0) return errors
  return Object.fromEntries(
    Object.entries(errors).map(([place, error]) => [String(Number(place) + from), error]),
  )
}
