import * as z from 'zod/mini'
import type { ShownCall, ShownEvent } from '../event-page.ts'
import { type FailedEvent, LooseId } from '../failed-event.ts'
import { ifGood } from '../text/json-inside.ts'
import { type CallFields, callFields } from './call-fields.ts'

/**
 * An event without its payload, and without values that only its exact text shows.
 *
 * @param id its identity (docs/decisions/0023)
 */
export function shownEvent(event: FailedEvent, id: string): ShownEvent {
  const { payload, call, unknown_fields: unknown, attempts, outcome, ...shown } = event
  const unread = unknown.failed_at
  const payloadId = event.id === null ? PayloadId.safeParse(payload).data?.id : undefined
  return {
    ...shown,
    id,
    ...(payloadId !== undefined && { payload_id: payloadId }),
    ...(payload == null && { lacks_payload: true }),
    ...((typeof unread === 'string' || typeof unread === 'number') && {
      unread_time: String(unread).slice(0, MAX_UNREAD_TIME),
    }),
    outcome: outcome && { status: outcome.status, error: outcome.error, cause: outcome.cause },
    attempts: attempts.map(({ other_fields, ...attempt }) => ({
      ...attempt,
      other_fields: Object.keys(other_fields),
    })),
    call: shownCall(callFields(call)),
    renamed_fields: call === payload ? [] : renamedFields(call, payload),
    unknown_fields: Object.keys(unknown),
  }
}

const MAX_UNREAD_TIME = 100

const PayloadId = z.object({ id: LooseId })

/** Leaves out other fields of the company and the contact, which may have any size. */
function shownCall({ company, contact, ...call }: CallFields): ShownCall {
  return {
    ...call,
    ...(company && { company: Company.parse(company) }),
    ...(contact && { contact: { name: contact.name } }),
  }
}

const Company = z.object({ name: z.string(), reference: ifGood(z.string()) })

/** Fields of a payload that the page shows under the names of the interface. */
function renamedFields(call: unknown, payload: unknown): string[] {
  const values = new Set(Object.values(Fields.parse(call)))
  return Object.entries(Fields.parse(payload)).flatMap(([name, value]) =>
    value !== null && values.has(value) ? [name] : [],
  )
}

const Fields = z.catch(z.record(z.string(), z.unknown()), {})
