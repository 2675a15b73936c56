import { type FieldRule, isEmpty } from './choose-field.ts'
import type { PayloadMeaning } from './field-map.ts'
import {
  isFraction,
  isWebAddress,
  isWhole,
  secondsOf,
  timeFits,
  type ValueContext,
  yesOrNo,
} from './field-values.ts'
import { isRecord } from './sample-fields.ts'

/** Rules for the fields of a payload, in English words. The first matching name counts. */
export function payloadRules(context: ValueContext): Record<PayloadMeaning, FieldRule> {
  const time = timeFits(context)
  return {
    call_id: {
      fits: value => typeof value !== 'boolean' && /^[\w.:@~+/=-]{1,200}$/.test(plainText(value)),
      excludedNames:
        /\b(company|customer|account|contact|agent|user|recording|tracking|caller|campaign|event|webhook|parent|queue|number|at|start|end|partner|location|external|lead|delivery|message)\b/,
      names: [
        [/\bcall (id|key)$|\bid (of )?call$/, 1],
        [/^(session|interaction|leg|channel) id$/, 0.84],
        [/\b(session|interaction|leg|channel) id$/, 0.8],
        [/^id$/, 0.85],
        [/^(data|payload|body|object|attributes|event) id$/, 0.8],
        [/\bcall (number|reference|ref)$/, 0.7],
      ],
      certainFrom: 0.7,
    },
    call_start_stamp: {
      fits: time,
      excludedNames: /\b(end|created|updated|answered|recording|next|duration|sent)\b/,
      names: [
        [/\bstart\b/, 1],
        [/\bcall at$|\bat (of )?call$|^tracking at$/, 0.85],
        [/^at( at)?$|^event at$/, 0.6],
      ],
      certainFrom: 0.8,
    },
    call_end_stamp: {
      fits: time,
      excludedNames: /\b(start|created|updated|answered|recording|next|duration)\b/,
      names: [
        [/\bend\b/, 1],
        [/\b(call )?(sent|done) at$/, 0.75],
      ],
      certainFrom: 0.8,
    },
    call_duration: {
      fits: value =>
        isWhole(value, 0, 100_000_000) || isFraction(value) || secondsOf(value) !== null,
      excludedNames:
        /\b(start|end|at|max|ring|wait|queue|recording|id|number|count|code)\b(?!.*\bduration\b)|\b(ring|wait|queue|hold|answered|recording)\b/,
      names: [
        [/\b(call|total) duration( in)?( (ms|seconds))?$|^duration( in)?( (ms|seconds))?$/, 1],
        [/\bduration\b/, 0.9],
        [/\bcall (seconds|ms)$|^(seconds|ms)$/, 0.8],
        [/\btotal (seconds|ms)$|\b(seconds|ms) total$/, 0.85],
        [/\b(talk|billable) (at|seconds|ms)$/, 0.68],
        [/\bsize seconds$/, 0.75],
      ],
      certainFrom: 0.7,
    },
    answered: {
      fits: value => yesOrNo(value) !== null,
      excludedNames: /\b(at|seconds|duration|by|name|number|count|agent)\b/,
      names: [
        [/^(is|was|call)? ?answered$/, 1],
        [/\banswered( up| flag)?$/, 0.95],
      ],
      certainFrom: 0.7,
    },
    caller_number: {
      fits: isPhone,
      excludedNames:
        /\b(id|tracking|to|company|agent|count|account|seconds|name|at|forward|business)\b/,
      names: [
        [/\bcaller number\b/, 1],
        [/\b(caller|a) (number|e164)\b|\bnumber caller\b/, 1],
        [/\bcaller( party)?$/, 0.95],
        // Aircall has the caller in raw_digits, and its own line in number.digits.
        [/\bbody number$/, 0.9],
        [/\b(customer|client|contact|external) number$/, 0.75],
        [/^number$/, 0.6],
      ],
      certainFrom: 0.9,
      // A company's own numbers repeat; callers rarely do.
      weigh: ({ words, values }) =>
        words === 'number' && new Set(values).size < values.length * 0.8 ? -1 : 0,
    },
    tracking_number: {
      fits: isPhone,
      excludedNames:
        /\b(caller|customer|client|contact|agent|count|account|seconds|name|at|forward|id)\b|\b\w+ed to\b/,
      names: [
        [/\btracking number\b|\bnumber tracking\b/, 1],
        [/\btracking( party)?$|\bour number$/, 0.95],
        [/\bto( number)?$/, 0.9],
        [/\bnumber number$/, 0.86],
        // It may also be the number that the call was forwarded to.
        [/\btarget( number)?$|\b(b|company) number$/, 0.8],
      ],
      certainFrom: 0.85,
    },
    company: {
      fits: isNamed,
      excludedNames:
        /\b(id|number|url|at|count|key|reference|email|code|agent|contact|caller|kind|city|status)\b/,
      names: [
        [/\bcompany name$|^company$/, 1],
        [/\bcompany( company)?$/, 0.97],
        [/\b(account|client|tenant)( display)? name$|\bclient$/, 0.85],
        [/^account$/, 0.75],
      ],
      certainFrom: 0.7,
      weigh: ({ values }) =>
        values.every(value => isEmpty(value) || !isRecord(value)) ? 0 : -0.01,
    },
    // The interface's contact is the agent who answered. In foreign services it is usually the caller.
    contact: {
      fits: isNamed,
      excludedNames:
        /\b(id|number|url|at|count|key|reference|email|code|company|tracking|kind|city|status|caller|customer)\b/,
      names: [[/\bagent( name)?$|\banswered by( name)?$/, 1]],
      certainFrom: 0.7,
      weigh: ({ values }) =>
        values.every(value => isEmpty(value) || !isRecord(value)) ? 0 : -0.01,
    },
    recording_url: {
      fits: isWebAddress,
      excludedNames: /\b(callback|docs|company)\b/,
      names: [
        [/\brecording url$|\burl recording$/, 1],
        [/\brecording$/, 0.95],
        [/\brecording\b/, 0.9],
        [/\bmedia url$|\bmedia$/, 0.8],
        [/^(call )?log url$/, 0.75],
      ],
      certainFrom: 0.7,
    },
  }
}

/** Empty for objects and lists, which may be nested too deeply to be serialised. */
function plainText(value: unknown): string {
  return typeof value === 'object' ? '' : String(value)
}

/** Four to fifteen digits in common formats. Short ones are internal extensions. */
function isPhone(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 1e6 && value < 1e15
  if (typeof value !== 'string' || !/^(tel:|sip:)?\+?[\d ()./-]{7,24}(@[\w.-]+)?$/.test(value)) {
    return /^(anonymous|withheld|unknown|private|restricted|blocked|hidden)$/i.test(
      plainText(value),
    )
  }
  const digits = value.replaceAll(/\D/g, '').length
  return digits >= 7 && digits <= 15
}

/** A name, or an object with a name. */
function isNamed(value: unknown): boolean {
  if (isRecord(value)) return ['name', 'reference'].some(key => typeof value[key] === 'string')
  return typeof value === 'string' && /\p{L}{2}/u.test(value) && value.length <= 200
}
