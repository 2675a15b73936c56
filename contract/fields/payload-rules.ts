import { isRecord, yesOrNo } from '../text/json-inside.ts'
import type { FieldRule } from './choose-field.ts'
import type { PayloadMeaning } from './field-map.ts'
import {
  isFraction,
  isWebAddress,
  isWhole,
  secondsOf,
  timeFits,
  type ValueContext,
} from './field-values.ts'

export function payloadRules(context: ValueContext): Record<PayloadMeaning, FieldRule> {
  const time = timeFits(context)
  return {
    call_id: {
      fits: value => typeof value !== 'boolean' && /^[\w.:@~+/=-]{1,200}$/.test(plainText(value)),
      excludedNames:
        /\b(company|customer|account|contact|agent|user|recording|tracking|caller|campaign|event|webhook|parent|queue|number|at|start|end|partner|location|external|lead|delivery|message)\b/,
      names: [
        /\bcall (id|key)$|\bid (of )?call$/,
        /^id$/,
        /^(session|interaction|leg|channel) id$/,
        /\b(session|interaction|leg|channel) id$|^(data|payload|body|object|attributes|event) id$/,
        /\bcall (number|reference|ref)$/,
      ],
    },
    call_start_stamp: {
      fits: time,
      excludedNames: /\b(end|created|updated|answered|recording|next|duration|sent)\b/,
      names: [/\bstart\b/, /\bcall at$|^tracking at$/],
      weakNames: [/^(event )?at$/],
    },
    call_end_stamp: {
      fits: time,
      excludedNames: /\b(start|created|updated|answered|recording|next|duration)\b/,
      names: [/\bend\b/],
    },
    call_duration: {
      fits: value => isWhole(value, 100_000_000) || isFraction(value) || secondsOf(value) !== null,
      excludedNames:
        /\b(start|end|at|max|ring|wait|queue|recording|id|number|count|code)\b(?!.*\bduration\b)|\b(ring|wait|queue|hold|answered|recording)\b/,
      names: [
        /\b(call|total) duration( in)?( (ms|seconds))?$|^duration( in)?( (ms|seconds))?$/,
        /\bduration\b/,
        /\btotal (seconds|ms)$/,
        /\bcall (seconds|ms)$|^(seconds|ms)$/,
      ],
      weakNames: [/\b(talk|billable) (at|seconds|ms)$/],
    },
    answered: {
      fits: value => yesOrNo(value) !== null,
      excludedNames: /\b(at|seconds|duration|by|name|number|count|agent)\b/,
      names: [/\banswered( up| flag)?$/],
    },
    caller_number: {
      fits: isPhone,
      excludedNames:
        /\b(id|tracking|to|company|agent|count|account|seconds|name|at|forward|business)\b/,
      names: [
        /\b(caller|a) (number|e164)\b|\bnumber caller\b/,
        /\bcaller( party)?$/,
        // Aircall has the caller in raw_digits, and its own line in number.digits.
        /\bbody number$/,
      ],
      weakNames: [/\b(customer|client|contact|external) number$/],
    },
    tracking_number: {
      fits: isPhone,
      excludedNames:
        /\b(caller|customer|client|contact|agent|count|account|seconds|name|at|forward|id)\b|\b\w+ed to\b/,
      names: [
        /\btracking number\b|\bnumber tracking\b/,
        /\btracking( party)?$|\bour number$/,
        /\bto( number)?$/,
        /\bnumber number$/,
      ],
      // It may also be the number that the call was forwarded to.
      weakNames: [/\btarget( number)?$|\b(b|company) number$/],
    },
    company: {
      fits: isNamed,
      excludedNames:
        /\b(id|number|url|at|count|key|reference|email|code|agent|contact|caller|kind|city|status)\b/,
      names: [
        /\bcompany name$|^company$/,
        /\bcompany$/,
        /\b(account|client|tenant)( display)? name$|\bclient$/,
        /^account$/,
      ],
    },
    // The interface's contact is the agent who answered. In foreign services it is usually the caller.
    contact: {
      fits: isNamed,
      excludedNames:
        /\b(id|number|url|at|count|key|reference|email|code|company|tracking|kind|city|status|caller|customer)\b/,
      names: [/\bagent( name)?$|\banswered by( name)?$/],
    },
    recording_url: {
      fits: isWebAddress,
      excludedNames: /\b(callback|docs|company)\b/,
      names: [/\brecording$/, /\brecording\b/, /\bmedia( url)?$/, /^(call )?log url$/],
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

function isNamed(value: unknown): boolean {
  if (isRecord(value)) return ['name', 'reference'].some(key => typeof value[key] === 'string')
  return typeof value === 'string' && /\p{L}{2}/u.test(value) && value.length <= 200
}
