import * as z from 'zod/mini'
import {
  ifGood,
  NumberOrNumericString,
  TextOrNumber,
  yesOrNo,
} from '../../../../contract/text/json-inside.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { LooseTimestamp } from '../../../../contract/time/stamp.ts'

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
    z.transform(named => ({ ...named, name: named.reference })),
  ),
])

/** In the interface they have no +. */
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

/** The known fields of a payload; missing and invalid ones are undefined. */
export function callFields(payload: unknown): CallFields {
  return CallFields.safeParse(payload).data ?? {}
}

/** When the call ended or, if that is unknown, began. */
export function callTime({ call_end_stamp, call_start_stamp }: CallFields): string | null {
  return call_end_stamp ?? call_start_stamp ?? null
}

/** A timestamp that can't be parsed, unchanged. */
export function unparsedTime(value: unknown): string {
  const isText = typeof value === 'string' && value.trim() !== ''
  return isText || typeof value === 'number' ? shownText(String(value).slice(0, 40)) : 'Unknown'
}

/**
 * `url` if it is safe to link to: http or https, without a password, and not on Redial's host,
 * because cookies ignore ports. Otherwise null.
 */
export function safeLink(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null
  if (parsed.hostname === globalThis.location?.hostname) return null
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : null
}
