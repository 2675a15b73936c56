import type { FastifyInstance } from 'fastify'
import { MAX_EVENTS_NAMED } from '../../../../contract/replay.ts'
import { validationError } from '../../../http/http-error.ts'
import { parseJsonBodies } from '../../../http/json-bodies.ts'

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
