import * as z from 'zod/mini'
import { Entity, EntityContext, PhoneNumber, RequestText } from './blocklist.ts'
import { WebhookEvent } from './failed-event.ts'
import { Stamp } from './stamp.ts'
import { DataEventPayload } from './webhook-payload.ts'

/*
 * What the telephone switch says and asks at /telephony/v1/ (design.md, "The service"). The
 * interface's customers never see it.
 */

/** What is written into payloads: no database and no receiver has to choke on it. */
const ReportText = z.string().check(
  z.maxLength(10_000),
  z.refine(text => !text.includes('\0'), 'Null characters are not allowed.'),
  z.refine(text => text.isWellFormed(), 'This text is not valid Unicode.'),
)

/** Of a call that really was: a stamp of another century is a slip. */
const CallStamp = Stamp.check(
  z.refine(stamp => {
    const year = new Date(stamp).getUTCFullYear()
    return year >= 2000 && year < 2100
  }, 'Give a moment between the years 2000 and 2099.'),
)

const CallbackUrl = RequestText.check(z.maxLength(2_000))

/** Of what is made by it: a database's index has no room for a reference without end. */
const NewName = RequestText.check(z.maxLength(255))

const NamedEntity = z.object({ reference: NewName, name: NewName })

/** The company whose number it is; made where it's new. `groups`, where given, are all that it is in. */
const NumberCompany = z.extend(NamedEntity, {
  groups: z.optional(z.array(NamedEntity).check(z.maxLength(1_000))),
})

/** In the path of whatever concerns one tracking number. */
export const TrackingNumberPath = z.object({ phone_number: PhoneNumber })

/** The body of PUT /telephony/v1/tracking_numbers/{phone_number}/. */
export const TrackingNumberSettings = z.object({
  partner: RequestText.check(z.describe('The reference of the partner whose number it is.')),
  company: NumberCompany,
  call_term_callbacks: z._default(z.nullable(CallbackUrl), null),
  mcs_call_term_callbacks: z._default(z.nullable(CallbackUrl), null),
  ai_enabled: z._default(z.boolean(), false),
  missed_call_saver: z
    ._default(z.boolean(), false)
    .check(z.describe('Whether Missed Call Saver is active.')),
})
export type TrackingNumberSettings = z.infer<typeof TrackingNumberSettings>

/** interface.md, "Tracking number", and what it belongs to. */
export const TrackingNumber = z.object({
  phone_number: z.string(),
  partner: z.string(),
  company: z.extend(Entity, { groups: z.array(Entity) }),
  call_term_callbacks: z.nullable(z.string()),
  mcs_call_term_callbacks: z.nullable(z.string()),
  ai_enabled: z.boolean(),
  missed_call_saver: z.boolean(),
})
export type TrackingNumber = z.infer<typeof TrackingNumber>

/** The secret that signs a tracking number's webhooks, as Standard Webhooks writes it. */
export const SigningSecret = z.object({
  secret: z.string(),
  previous_secret_until: z
    .nullable(Stamp)
    .check(z.describe('Until then the one before signs besides.')),
})
export type SigningSecret = z.infer<typeof SigningSecret>

/** A caller without a number has `null`, and can't be on a blocklist. */
const CallerNumber = z.nullable(PhoneNumber)

/** The body of POST /telephony/v1/callers/check/: may this caller reach this tracking number? */
export const CallerCheck = z.object({ tracking_number: PhoneNumber, caller_number: CallerNumber })
export type CallerCheck = z.infer<typeof CallerCheck>

/** `blocked_by` names each entity on whose list the caller is; it is empty when the call may go on. */
export const CallerVerdict = z.object({
  allowed: z.boolean(),
  blocked_by: z.array(z.object({ entity_context_name: EntityContext, entity: Entity })),
})
export type CallerVerdict = z.infer<typeof CallerVerdict>

const CallId = z.int().check(z.positive())

/** No call lasts a year. */
const MAX_CALL_SECONDS = 365 * 24 * 60 * 60

/** The body of POST /telephony/v1/calls/: a call ended. */
export const EndedCall = z
  .object({
    call_id: CallId,
    tracking_number: PhoneNumber,
    caller_number: CallerNumber.check(
      z.describe('null for a withheld number; it is sent as "anonymous".'),
    ),
    call_start_stamp: CallStamp,
    call_end_stamp: CallStamp,
    call_duration: z
      .optional(z.int().check(z.nonnegative(), z.maximum(MAX_CALL_SECONDS)))
      .check(z.describe('Seconds. Default: from start to end.')),
    answered: z.boolean(),
    recording_url: z.optional(ReportText),
    contact: z
      ._default(z.nullable(z.object({ reference: ReportText, name: ReportText })), null)
      .check(z.describe('Agent who answered.')),
    reference: z.optional(ReportText),
  })
  .check(
    z.refine(call => Date.parse(call.call_end_stamp) >= Date.parse(call.call_start_stamp), {
      path: ['call_end_stamp'],
      error: 'A call may not end before it starts.',
    }),
  )
export type EndedCall = z.infer<typeof EndedCall>

/** The body of POST /telephony/v1/analyses/: a call's AI analysis is complete. */
export const CompletedAnalysis = z.extend(
  z.pick(DataEventPayload, { call_id: true, sentiment: true }),
  {
    intent: ReportText,
    outcome: ReportText,
    vehicle: z.nullable(ReportText),
  },
)
export type CompletedAnalysis = z.infer<typeof CompletedAnalysis>

/** The answer to a report, the first time (201) and each time again (200). */
export const AcceptedReport = z.object({
  call_id: z.int(),
  deliveries: z
    .array(z.object({ id: z.int(), event: WebhookEvent }))
    .check(z.describe('The events that the report has made; the id is their webhook-id.')),
})
export type AcceptedReport = z.infer<typeof AcceptedReport>
