import * as z from 'zod/mini'
import { NumberOrNumericString } from '../../../../contract/text/number-or-numeric-string.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { LooseTimestamp } from '../../../../contract/time/loose-timestamp.ts'

const Text = z.union([
  z.pipe(z.string(), z.transform(shownText)),
  z.pipe(z.union([z.number(), z.bigint()]), z.transform(String)),
])
const Name = Text.check(z.regex(/\S/))

/** A company or an agent may come as an object or as its bare name, and have a reference alone. */
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

function yesOrNo(told: unknown): unknown {
  return typeof told === 'number' || typeof told === 'string'
    ? YES_OR_NO[String(told).toLowerCase()]
    : told
}

const YES_OR_NO: Record<string, boolean> = { 1: true, true: true, 0: false, false: false }

/** undefined where it is missing or of another shape. */
const ifGood = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.nullish(schema), undefined)

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

/** The fields of a payload that this page knows, as far as they are there and as they should be. */
export function callFields(payload: unknown): CallFields {
  return CallFields.safeParse(payload).data ?? {}
}

/** A moment that can't be read, as it came. */
export function toldMoment(told: unknown): string {
  const isText = typeof told === 'string' && told.trim() !== ''
  return isText || typeof told === 'number' ? shownText(String(told).slice(0, 40)) : 'Not told'
}

/**
 * `url` where it is safe to follow from here: http or https, without a password that would be sent
 * along, and on another host than Redial's, as cookies know no ports; otherwise null.
 */
export function safeLink(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null
  if (parsed.hostname === globalThis.location?.hostname) return null
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : null
}
