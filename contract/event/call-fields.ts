import * as z from 'zod/mini'
import { ifGood, NumberOrNumericString, TextOrNumber, yesOrNo } from '../text/json-inside.ts'
import { shownText } from '../text/shown-text.ts'
import { LooseTimestamp } from '../time/stamp.ts'

const Text = z.pipe(z.pipe(TextOrNumber, z.transform(shownText)), z.string())
const Name = Text.check(z.regex(/\S/))

/** A company or an agent may be an object or only a name, and may have only a reference. */
const Named = z.union([
  z.pipe(
    Name,
    z.transform(name => ({ name })),
  ),
  z.looseObject({ name: Name }),
  z.pipe(
    z.looseObject({ reference: Name }),
    z.transform(value => ({ ...value, name: value.reference })),
  ),
])

/** The interface writes them without a +. */
const PhoneText = z.pipe(
  Text,
  z.transform(number => number.replace(/^\+(?=[1-9]\d{6,14}$)/, '')),
)

const YesOrNo = z.pipe(z.pipe(z.unknown(), z.transform(yesOrNo)), z.boolean())

const CallFields = z.object({
  call_id: ifGood(Text),
  tracking_number: ifGood(PhoneText),
  caller_number: ifGood(PhoneText),
  call_start_stamp: ifGood(LooseTimestamp),
  call_end_stamp: ifGood(LooseTimestamp),
  call_duration: ifGood(NumberOrNumericString.check(z.nonnegative())),
  answered: ifGood(YesOrNo),
  recording_url: ifGood(z.string()),
  company: ifGood(Named),
  contact: ifGood(Named),
  reference: ifGood(Text),
})
export type CallFields = z.infer<typeof CallFields>

const ReplayFields = z.pick(CallFields, { company: true, tracking_number: true })

/** The part of a payload that a replay needs. A run may have 500,000 payloads, so nothing else is read. */
export function replayFields(payload: unknown): z.infer<typeof ReplayFields> {
  return ReplayFields.safeParse(payload).data ?? {}
}

/** The known fields of a payload; missing and invalid ones are undefined. */
export function callFields(payload: unknown): CallFields {
  return CallFields.safeParse(payload).data ?? {}
}
