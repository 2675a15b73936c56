import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { BlocklistEvent } from '../../../contract/activity.ts'
import { BLOCK_NOTE_HEADER, BlockNoteFields } from '../../../contract/blocklist/block-notes.ts'
import {
  DEFAULT_ENTITY_CONTEXT,
  EntityContext,
  withCountryCode,
} from '../../../contract/blocklist.ts'
import { isRecord, jsonInside } from '../../../contract/text/json-inside.ts'
import { RequestText } from '../../../contract/text/request-text.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import { type ActivityLog, actorOf, type NewEntry } from '../activity/activity-log.ts'
import {
  DONE,
  type Outcome,
  outcomeOfError,
  outcomeOfStatus,
  reasonIn,
} from '../activity/activity-outcome.ts'
import { requireName } from '../session/authorization.ts'
import { AccountQueues } from '../upstream/account-queues.ts'
import type { UpstreamReply } from '../upstream/upstream-connections.ts'
import { forgetBlocks, noteBlocks } from './block-notes.ts'

/**
 * Passes a request on by `ask`. A request that changes a blocklist is read first and gets an entry in
 * the activity log before the service receives it.
 *
 * @param path the request's path at the service's base URL, such as "/v1/blocklist/"
 * @throws HttpError 409 if the session has no name; and whatever `ask` throws
 */
export type RecordChange = (
  request: FastifyRequest,
  path: string,
  ask: (body: Buffer | undefined) => Promise<UpstreamReply>,
) => Promise<UpstreamReply>

export function recordBlocklistChanges(activity: ActivityLog, db: Kysely<Schema>): RecordChange {
  // Two people may block and unblock a number at once. The notes have to be in the service's order.
  const changes = new AccountQueues(1)
  return async (request, path, ask) => {
    // `limitBodies` has received it completely.
    const bytes = request.body instanceof Readable ? await buffer(request.body) : undefined
    const kind = kindOf(request.method, path)
    if (kind === null) return ask(bytes)
    const owner = requireName(request)
    const note = noteOf(request)
    const { details, numbers, reference } = changeIn(bytes ?? null)
    const entry = { kind, details, numbers } as const satisfies NewEntry
    const actor = actorOf(request, owner)
    const noted = reference !== null && {
      context: details.entity_context_name,
      reference,
      numbers: numbers.map(number => withCountryCode(number.replace(/\D/g, ''))),
    }
    /** A block whose answer was lost may have been made. */
    const store = async ({ outcome }: Outcome) => {
      if (!noted || outcome === 'refused') return
      const isScript = actor.by === 'script'
      try {
        if (kind === 'numbers_blocked') await noteBlocks(db, owner, noted, { ...note, isScript })
        else if (outcome === 'done') await forgetBlocks(db, owner, noted)
      } catch (error) {
        // The service may have made the change.
        request.log.warn(error, 'the note of a block could not be stored')
      }
    }
    const entity = [owner.account, owner.service, details.entity_context_name, reference].join(' ')
    return activity.around(actor, entry, async () => {
      const leave = await changes.enter(entity)
      try {
        const answer = await ask(bytes)
        const outcome = outcomeOf(kind, answer)
        await store(outcome)
        return { result: answer, outcome }
      } catch (error) {
        await store(outcomeOfError(error))
        throw error
      } finally {
        leave()
      }
    })
  }
}

/** @throws HttpError 400 for a note that can't be stored */
function noteOf({ headers }: FastifyRequest): BlockNoteFields {
  const header = headers[BLOCK_NOTE_HEADER]
  if (header === undefined) return {}
  const note = BlockNoteFields.safeParse(jsonInside(decodePath(String(header))))
  if (note.success) return note.data
  throw detailError(400, `The header ${BLOCK_NOTE_HEADER} is not valid, so nothing was changed.`)
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

/** A service may accept the blocklist's path in several spellings. */
function kindOf(method: string, path: string): BlocklistEvent['kind'] | null {
  if (SAFE_METHODS.includes(method)) return null
  const plain = posix.normalize(decodePath(path).replace(/;[^/]*/g, '')).toLowerCase()
  if (!/^\/v1\/blocklist(\/|$)/.test(plain)) return null
  const isUnblock = method === 'DELETE' || /^\/v1\/blocklist\/unblock(\/|$)/.test(plain)
  return isUnblock ? 'numbers_unblocked' : 'numbers_blocked'
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const MAX_TEXT_LENGTH = 300

const Text = z.string().nullable().catch(null)

/** A name or reference for people. */
function shown(text: string | null): string | null {
  return text && shownText(text.slice(0, MAX_TEXT_LENGTH)).toWellFormed()
}

const NO_ENTITY = { reference: null, name: null }

/** The readable part of a change's body. The service reports what is wrong with the rest. */
const Change = z.object({
  entity: z.object({ reference: Text, name: Text }).catch(NO_ENTITY),
  entity_context_name: z.catch(EntityContext, DEFAULT_ENTITY_CONTEXT),
  blocked_phone_number_list: z.array(z.unknown()).catch([]),
})

const PHONE_NUMBER = /^\+?[\d\s().-]{1,30}$/

function changeIn(bytes: Buffer | null): {
  details: BlocklistEvent['details']
  numbers: string[]
  /** As in the body; null if it can't be stored. */
  reference: string | null
} {
  const change = Change.safeParse(jsonInside(bytes?.toString() ?? '')).data ?? Change.parse({})
  const { entity, entity_context_name, blocked_phone_number_list: entries } = change
  const numbers = entries.flatMap(entry => numberIn(entry) ?? [])
  const unreadable = entries.length - numbers.length
  const details = {
    entity_context_name,
    reference: shown(entity.reference),
    name: shown(entity.name),
    count: numbers.length,
    unreadable,
  }
  const reference = RequestText.safeParse(entity.reference).data ?? null
  return { details, numbers, reference }
}

/** A million entries must be fast to read, and zod creates an error for each invalid one. */
function numberIn(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || !('phone_number' in entry)) return null
  const { phone_number: number } = entry
  if (typeof number !== 'string' || !PHONE_NUMBER.test(number)) return null
  // Otherwise a search of the log would have to know how a script separates the digits.
  return number.replace(/[\s().-]/g, '') || null
}

const UNREADABLE: Outcome = {
  outcome: 'unknown',
  status: null,
  reason: 'The answer could not be read.',
}

function outcomeOf(kind: BlocklistEvent['kind'], { statusCode, headers, body }: UpstreamReply) {
  const text = readBeginning(headers['content-encoding'], body)
  if (statusCode < 200 || statusCode >= 300) {
    return outcomeOfStatus(statusCode, text === null ? null : reasonIn(jsonInside(text)))
  }
  return kind === 'numbers_blocked' && text !== null && !mayBeRecord(text) ? UNREADABLE : DONE
}

/** Whether an answer that begins like this may be the record that answers a block. */
function mayBeRecord(text: string): boolean {
  const json = jsonInside(text)
  // The rest of a long record has not arrived yet.
  if (json === undefined) return /^\s*\{/.test(text)
  return isRecord(json) && Array.isArray(json.blocked_phone_number_list)
}

/** Longer answers have no message for people. */
const MAX_ANSWER_LENGTH = 64 * 1024

/**
 * The part of a body that has arrived; null if it is compressed or too long. It stays unread in the stream.
 */
function readBeginning(encoding: unknown, body: Readable): string | null {
  if (encoding !== undefined && encoding !== 'identity') return null
  const chunk: unknown = body.read()
  if (!(chunk instanceof Uint8Array)) return ''
  body.unshift(chunk)
  return chunk.length > MAX_ANSWER_LENGTH ? null : Buffer.from(chunk).toString()
}
