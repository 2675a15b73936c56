import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { WebhookEvent } from '../../../contract/failed-event.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, type HttpError } from '../../http/http-error.ts'
import { payloadsOf } from './report-repository.ts'

type RefusedReport = {
  /** Such as "Call 7". */
  what: string
  callId: number
  /** What the report would have sent. */
  payloads: Partial<Record<WebhookEvent, object>>
}

/**
 * The 409 for a report with a call id that was reported before with other content. It names the
 * fields that differ, if the events of the first report are still stored; the report itself is not.
 */
export async function reportConflict(
  db: Kysely<Schema>,
  { what, callId, payloads }: RefusedReport,
): Promise<HttpError> {
  const kept = await payloadsOf(db, callId)
  const fields = kept.flatMap(({ event, payload }) => {
    const refused = payloads[event]
    return refused ? differingFields(payload, JSON.stringify(refused)) : []
  })
  const names = fields.length === 0 ? '' : ` in ${[...new Set(fields)].join(', ')}`
  return detailError(
    409,
    `${what} was reported before with other content${names}. The first report counts, and this one was not accepted. Each call needs its own id, and a report cannot be changed later.`,
  )
}

function differingFields(before: string, now: string): string[] {
  const [one, other] = [fieldsOf(before), fieldsOf(now)]
  return Object.keys({ ...one, ...other }).filter(
    name => !isDeepStrictEqual(one[name], other[name]),
  )
}

const Payload = z.record(z.string(), z.unknown())

/** Everything except the company, which belongs to the tracking number and not to a report. */
function fieldsOf(payload: string) {
  const { company, ...fields } = Payload.parse(JSON.parse(payload))
  return fields
}
