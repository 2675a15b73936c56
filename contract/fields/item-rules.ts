import { isRecord } from '../text/json-inside.ts'
import { foreignTime } from '../time/foreign-time.ts'
import type { FieldRule } from './choose-field.ts'
import type { AttemptMeaning, ItemMeaning } from './field-map.ts'
import {
  hostsIn,
  isErrorText,
  isFraction,
  isId,
  isKind,
  isListOfRecords,
  isQuotable,
  isStatus,
  isWebAddress,
  isWhole,
  timeFits,
  type ValueContext,
} from './field-values.ts'
import { isKnownName } from './name-words.ts'
import type { SampleField } from './sample-fields.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export function itemRules(context: ValueContext): Record<ItemMeaning, FieldRule> {
  return {
    id: {
      fits: isId,
      isUnique: true,
      excludedNames:
        /\b(account|company|customer|endpoint|target|webhook id|partner|user|request|response|trace|span|parent|owner|app|application|subscription|session|batch|group|call|caller|tracking|contact|correlation|idempotency|worker|queue|external|at|status|error|count|attempt (id|at|count))\b|(?<!\b(delivery|log|message) )\bnumber\b/,
      names: [
        /^id( id)?$/,
        /^((header|failed|webhook) )*delivery( log)? (id|key|number)$/,
        /^((header|failed|webhook|delivery) )*(job|log|message|notification) (id|key|number)$/,
      ],
      weakNames: [/^key$|^(delivery )?(reference|ref)$/, /^\w+ id$/],
    },
    failed_at: {
      fits: timeFits(context),
      excludedNames:
        /\b(next|max|first|start|call|read|seen|signature|window|end|birth|from|recording|request|webhook created|version)\b/,
      names: [
        /\bfailed\b(?!.*\b(created|updated)\b)/,
        /\berror at\b|\bat error\b|\blast (error|attempt|retry|sent|delivery|response|http)\b/,
        /\bdone\b( at)?$/,
        /\b(attempt|sent|delivery|response)\b( last)?( at)?$/,
        /\blast\b(?!.*\bupdated\b).*\bat$/,
      ],
      weakNames: [/\bupdated\b/, /\b(created|event at)\b/, /\bat( ms| seconds)?$/],
      isWeak: isOutOfRange(context),
    },
    receiver: {
      fits: isWebAddress,
      excludedNames:
        /\b(docs|recording|start|media|next|account url|customer url|source|caller|payload url|proxy|kind)\b|\b(call|company)\b(?!.*\b(callback|webhook|endpoint)\b)/,
      names: [
        /\b(target|callback|webhook|endpoint)\b.*\burl\b|\burl\b.*\b(target|callback|webhook|endpoint)\b/,
        /\b(to|delivery|request|customer|partner|event|company) url$|\b(target|callback|webhook|endpoint|to)$/,
        /^url( full| raw)?$/,
      ],
      weakNames: [/\burl$/],
      // The same URL in all events may be the service's own if another field has several hosts.
      isAmbiguousWith: (best, other) => hostsIn(best.values) === 1 && hostsIn(other.values) > 1,
    },
    status: statusRule,
    error: errorRule,
    attempt_count: {
      fits: value => isWhole(value, 1_000),
      excludedNames:
        /\b(max|next|id|http|code|version|size|ms|seconds|duration|url|error)\b|\bstatus$|\bstatus (?!.*attempt)/,
      names: [
        /\battempt (sent )?(count|number)$|\b(count|number) (of )?attempt$/,
        /\battempt( sent| total)?$/,
        /\bretry (.* )?count$|\bcount (.* )?retry$|\bretry number$/,
        /\b(delivery|sent) count$|\bcount of delivery$/,
      ],
      // It may be a limit if the object's purpose is unknown.
      isWeak: ({ words, name }) => !isKnownName(words.slice(0, -name.length).trim() || 'id'),
    },
    attempts: {
      fits: isListOfRecords,
      // A single attempt may come without a list, and several may have their own names.
      fitsStandard: value => isListOfRecords(value) || isRecord(value),
      names: [
        /\battempt$|\bretry$/,
        /\bdelivery( attempt)?( log)?$|\b(attempt|delivery|response) log$|\bhistory$/,
        /\b(response|log|sent)$/,
        /^error$/,
      ],
    },
    event: {
      fits: isKind,
      excludedNames:
        /\b(content|error|failed|status|http|method|id|user|queue|host|class|job|auth|region|env|version|target|endpoint|account|customer|company|file|log|backoff|encoding|media|request|response)\b/,
      names: [
        /\b(event|notification) (kind|name|code)$|\bkind (event|notification)$|\bwebhook (kind|event)$/,
        /\bevent$/,
        /^((message|webhook|meta|data|event|detail) )*kind$/,
      ],
      weakNames: [/^topic$/],
    },
  }
}

export function attemptRules(context: ValueContext): Record<AttemptMeaning, FieldRule> {
  return {
    at: {
      fits: timeFits(context),
      excludedNames: /\b(next|max)\b/,
      names: [
        /\b(attempt|sent|start|request)\b.*\bat\b|\b(attempt|sent|start)$|^at( ms| seconds)?$/,
        /\b(created|failed)\b/,
        /\b(response|end|updated)\b/,
        /\bat$/,
      ],
    },
    status: statusRule,
    error: errorRule,
    duration_ms: {
      fits: value => isWhole(value, 3_600_000) || isFraction(value),
      excludedNames: /\b(max|next|size|code|status|at|id|count|number)\b/,
      names: [/\bduration\b/, /\bms$|\bresponse seconds$/],
    },
  }
}

const statusRule: FieldRule = {
  fits: isStatus,
  isNone: value => value === 0 || value === '0' || value === -1 || value === false,
  excludedNames:
    /\b(max|next|size|duration|call|sip|attempt count|retry|number|ms|seconds|count|id|port|queue|event|kind|at|url)\b/,
  names: [
    /\b(http|response)\b.*\b(status|code)\b|\b(status|code) (http|response)\b|\bstatus code$/,
    /\blast (status|code)$/,
    /\bstatus$/,
    /\bhttp( (result|error))?$/,
  ],
  weakNames: [/\bcode$/, /\b(response|result)$/],
  isWeak: ({ words }) => /\b(error|failed)\b(?!.*\bhttp\b)/.test(words),
}

const ERROR_NAMES = [
  /\b(error|failed)\b.*\b(message|reason|detail)$/,
  /\b(reason|message|detail) (of )?(error|failed)$|\berror last$/,
  /\berror$/,
]

const errorRule: FieldRule = {
  fits: isErrorText,
  excludedNames:
    /\b(trace|body|count|at|id|url|name|seconds|ms|version|method|kind|docs|class|payload|help|host|next|event|company|customer|contact|caller|agent)\b(?<!\berror name)/,
  names: [
    ...ERROR_NAMES,
    /\bfailed$/,
    /\breason$/,
    /(?<!\bstatus )\bmessage$|\bdelivery status message$/,
  ],
  // A text that no rule understands is quoted, which is better than to say that the service doesn't say why.
  otherwise: { fits: isQuotable, names: ERROR_NAMES },
  weakNames: [/\b(status message|detail|reason phrase)$/, /\berror (code|name|response)$/],
  // A single word is a code.
  isWeak: ({ values }) => !values.some(value => /\S\s+\S/.test(String(value))),
}

/** A time in the range is more likely the one that the service filters by. */
function isOutOfRange({ zone, range, dayFirst }: ValueContext) {
  return ({ values }: SampleField): boolean =>
    range !== null &&
    values
      .flatMap(value => foreignTime(value, { zone, dayFirst }) ?? [])
      .some(time => time < range.from - DAY_MS || time >= range.to + DAY_MS)
}
