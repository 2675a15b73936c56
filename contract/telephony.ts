import * as z from 'zod/mini'
import { Entity, EntityContext, PHONE_NUMBER, PhoneNumber } from './blocklist.ts'
import { ErrorBody } from './errors.ts'
import { WebhookEvent } from './failed-event.ts'
import { ReceiverUrl } from './receiver-url.ts'
import { RequestText } from './text/request-text.ts'
import { Stamp } from './time/stamp.ts'
import { DataEventPayload } from './webhook-payload.ts'

/** Extensions and service numbers, such as `2010` and `112`: they have no country code. */
export const SHORT_NUMBER = /^\d{2,6}$/

/** Words of switches for a caller whose number is withheld or unknown to the network. */
const WITHHELD = /^(anonymous|private|restricted|unavailable|unknown|withheld)?$/i

/**
 * The caller's number in the reports of the telephone switch: E.164 digits without a +, or a short
 * number. A withheld number is null, whatever word the switch uses.
 */
export const CallerNumber = z.pipe(
  z.pipe(
    z.nullable(z.string()),
    z.transform(caller => (caller !== null && WITHHELD.test(caller.trim()) ? null : caller)),
  ),
  z.nullable(
    z
      .string()
      .check(
        z.refine(
          number => PHONE_NUMBER.test(number) || SHORT_NUMBER.test(number),
          'Enter a phone number of 7 to 15 digits, country code first and no +, such as 27821234567; a short number of 2 to 6 digits, such as 2010; or null for a withheld number.',
        ),
      ),
  ),
)

/*
 * Requests and answers of the telephone switch at /telephony/v1/ (docs/decisions/0014). The
 * interface's customers never see them. Settings with unknown fields are refused, and reports with
 * unknown fields are accepted (docs/decisions/0014).
 */

/** Text for payloads, without characters that break databases and receivers. */
const ReportText = z.string().check(
  z.maxLength(10_000, { abort: true }),
  z.refine(text => !text.includes('\0'), {
    error: 'Null characters are not allowed.',
    abort: true,
  }),
  z.refine(text => text.isWellFormed(), { error: 'This text is not valid Unicode.', abort: true }),
)

/** A timestamp whose seconds may be left out. */
const WrittenStamp = z.pipe(
  z.string(),
  z.transform(text => text.replace(/(T\d\d:\d\d)(?=Z$|[+-]\d\d:\d\d$)/, '$1:00')),
)

/** When a call began or ended. A time in another century is an error. */
const CallStamp = z
  .pipe(
    WrittenStamp,
    Stamp.check(
      z.refine(
        stamp => {
          const year = new Date(stamp).getUTCFullYear()
          return year >= 2000 && year < 2100
        },
        { error: 'Enter a time between the years 2000 and 2099.', abort: true },
      ),
    ),
  )
  .check(
    z.describe('YYYY-MM-DDThh:mm[:ss[.uuuuuu]](+HH:MM|-HH:MM|Z), e.g. 2026-11-21T09:30:00+02:00.'),
  )

const RecordingUrl = ReportText.check(
  z.refine(
    text => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text),
    'Enter an http or https URL, such as https://recordings.example.com/7001.mp3, or null if there is no recording.',
  ),
)

/** A reference of something that the request may create. A database index limits its length. */
export const NewName = RequestText.check(z.maxLength(255))

const NamedEntity = z.strictObject({ reference: NewName, name: NewName })

/** The number's company, created if it is new. `groups`, if given, are all groups of the company. */
const NumberCompany = z.extend(NamedEntity, {
  groups: z.nullish(z.array(NamedEntity).check(z.maxLength(1_000))),
})

/** The path parameter of every endpoint about one tracking number. */
export const TrackingNumberPath = z.object({ phone_number: PhoneNumber })

/** null means its default, which is off. */
const Flag = z.pipe(
  z.nullable(z.boolean()),
  z.transform(isOn => isOn ?? false),
)

const PARTNER = RequestText.check(z.describe('The reference of the partner who owns the number.'))
const SAME_NUMBER = z
  .nullish(PhoneNumber)
  .check(
    z.describe('Optional, because the answer of GET has it. It must be the number in the path.'),
  )
const AI_ENABLED = Flag.check(
  z.describe('Whether AI events are sent to call_term_callbacks, which is then required.'),
)
const MISSED_CALL_SAVER = Flag.check(
  z.describe(
    'Whether Missed Call Saver is active. Its events are sent to mcs_call_term_callbacks, which is then required.',
  ),
)

/** The body of PUT /telephony/v1/tracking_numbers/{phone_number}/. Missing fields get their default. */
export const TrackingNumberSettings = z.strictObject({
  phone_number: SAME_NUMBER,
  partner: PARTNER,
  company: NumberCompany,
  call_term_callbacks: z._default(z.nullable(ReceiverUrl), null),
  mcs_call_term_callbacks: z._default(z.nullable(ReceiverUrl), null),
  ai_enabled: z._default(AI_ENABLED, false),
  missed_call_saver: z._default(MISSED_CALL_SAVER, false),
})
export type TrackingNumberSettings = z.infer<typeof TrackingNumberSettings>

/** The body of PATCH at the same path. Missing fields stay unchanged. */
export const TrackingNumberChanges = z.strictObject({
  phone_number: SAME_NUMBER,
  partner: z.optional(PARTNER),
  company: z.optional(NumberCompany),
  call_term_callbacks: z.optional(z.nullable(ReceiverUrl)),
  mcs_call_term_callbacks: z.optional(z.nullable(ReceiverUrl)),
  ai_enabled: z.optional(AI_ENABLED),
  missed_call_saver: z.optional(MISSED_CALL_SAVER),
})
export type TrackingNumberChanges = z.infer<typeof TrackingNumberChanges>

/** docs/interface.md, "Tracking number", with its company and partner. */
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

/** The secret that signs a tracking number's webhooks, in the format of Standard Webhooks. */
export const SigningSecret = z.object({
  secret: z.string(),
  previous_secret_until: z
    .nullable(Stamp)
    .check(z.describe('Until this time, deliveries are also signed with the previous secret.')),
})
export type SigningSecret = z.infer<typeof SigningSecret>

const CALLER =
  'Digits with the country code first and no +; a short number of 2 to 6 digits; or null, an empty text, "anonymous", "private", "restricted", "unavailable", "unknown" or "withheld" for a withheld number.'

/** The body of POST /telephony/v1/callers/check/: may this caller reach this tracking number? */
export const CallerCheck = z.object({
  tracking_number: PhoneNumber,
  caller_number: CallerNumber.check(z.describe(`${CALLER} A withheld number is on no blocklist.`)),
})
export type CallerCheck = z.infer<typeof CallerCheck>

/** `blocked_by` names each entity whose list has the caller; it is empty if the call may continue. */
export const CallerVerdict = z.object({
  allowed: z.boolean(),
  blocked_by: z.array(z.object({ entity_context_name: EntityContext, entity: Entity })),
})

const CallId = z.int().check(z.positive())

/** The agent who answered a call, in its report. */
export const ReportedAgent = z.looseObject({ reference: ReportText, name: ReportText })

/** No call lasts a year. */
const MAX_CALL_SECONDS = 365 * 24 * 60 * 60

/** The body of POST /telephony/v1/calls/: a call ended. */
export const EndedCall = z
  .looseObject({
    call_id: CallId,
    tracking_number: PhoneNumber,
    caller_number: CallerNumber.check(
      z.describe(`${CALLER} Receivers get "anonymous" for a withheld number.`),
    ),
    call_start_stamp: CallStamp,
    call_end_stamp: CallStamp,
    call_duration: z
      .nullish(z.int().check(z.nonnegative(), z.maximum(MAX_CALL_SECONDS)))
      .check(z.describe('Seconds. Default: from start to end.')),
    answered: z.boolean(),
    recording_url: z.nullish(RecordingUrl).check(z.describe('An http or https URL.')),
    contact: z.nullish(ReportedAgent).check(z.describe('Agent who answered.')),
    reference: z.nullish(ReportText),
  })
  .check(
    z.refine(call => Date.parse(call.call_end_stamp) >= Date.parse(call.call_start_stamp), {
      path: ['call_end_stamp'],
      error: 'A call cannot end before it starts.',
    }),
  )
export type EndedCall = z.infer<typeof EndedCall>

/** The body of POST /telephony/v1/analyses/: a call's AI analysis is complete. */
export const CompletedAnalysis = z.looseObject({
  ...z.pick(DataEventPayload, { call_id: true, sentiment: true }).shape,
  intent: ReportText,
  outcome: ReportText,
  vehicle: z.nullable(ReportText),
})
export type CompletedAnalysis = z.infer<typeof CompletedAnalysis>

/** The answer to a report: 201 the first time, 200 each further time. */
export const AcceptedReport = z.object({
  call_id: z.int(),
  deliveries: z
    .array(z.object({ id: z.int(), event: WebhookEvent }))
    .check(z.describe('The events that the report created. The id is their webhook-id.')),
  ignored_fields: z
    .optional(z.array(z.string()))
    .check(
      z.describe('The names of unknown fields, which Redial ignored. Missing if there are none.'),
    ),
})
export type AcceptedReport = z.infer<typeof AcceptedReport>

export const MAX_CALLS_PER_REQUEST = 500

export const CallBatchResult = z.object({
  status: z
    .literal([200, 201, 400, 409])
    .check(
      z.describe('The status that POST /telephony/v1/calls/ would have had: 200, 201, 400 or 409.'),
    ),
  report: z.nullable(AcceptedReport).check(z.describe('null if the report was refused.')),
  error: z
    .nullable(ErrorBody)
    .check(z.describe('Why the report was refused; null if it was accepted.')),
})

export type CallBatchResult = z.infer<typeof CallBatchResult>

/** The answer: one result for each call, in the same order. */
export const CallBatchResults = z.object({ results: z.array(CallBatchResult) })
