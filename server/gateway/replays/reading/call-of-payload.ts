import { z } from 'zod'
import type { CallOfItem } from '../../../../contract/failed-event.ts'
import { jsonInside, NameOrNumber } from '../../../../contract/text/json-inside.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'

/** Larger payloads are not parsed for these few fields. */
const MAX_LENGTH = 500_000

const Text = z.catch(z.nullish(NameOrNumber), null)
const Moment = z
  .string()
  .refine(text => /^[12]\d{3}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)))
  .nullish()
  .catch(null)

const Company = z.object({
  company: z
    .union([z.object({ name: Text }).transform(({ name }) => name), Text])
    .nullish()
    .catch(null),
})

/** A payload of any service: missing or malformed fields are omitted. */
const Payload = Company.extend({
  caller_number: Text,
  tracking_number: Text,
  call_start_stamp: Moment,
  call_end_stamp: Moment,
})

/** The call that a payload describes, for people to recognise; null if it describes none. */
export function callOfPayload(payload: string, timeZone: string): CallOfItem | null {
  const read = Payload.safeParse(payload.length > MAX_LENGTH ? null : jsonInside(payload)).data
  if (read === undefined) return null
  const { company, caller_number, tracking_number, call_start_stamp, call_end_stamp } = read
  const at = call_start_stamp ?? call_end_stamp ?? null
  const call = {
    company: company ?? null,
    caller_number: caller_number ?? null,
    tracking_number: tracking_number ?? null,
    at: at === null ? null : stampIn(new Date(at), timeZone),
  }
  return Object.values(call).some(value => value !== null) ? call : null
}

/** The company in a payload that is parsed already, to sort by it; null if it names none. */
export function companyOf(payload: unknown): string | null {
  const { company } = Company.safeParse(payload).data ?? {}
  // A database text can't contain U+0000.
  return company?.replaceAll('\0', '').slice(0, MAX_COMPANY_LENGTH) ?? null
}

/** More characters would hardly change the order. */
const MAX_COMPANY_LENGTH = 100
