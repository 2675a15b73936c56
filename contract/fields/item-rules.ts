import { foreignTime } from '../time/foreign-time.ts'
import { type FieldRule, isEmpty } from './choose-field.ts'
import type { AttemptMeaning, ItemMeaning } from './field-map.ts'
import {
  hostsIn,
  isErrorText,
  isFraction,
  isId,
  isKind,
  isListOfRecords,
  isStatus,
  isWebAddress,
  isWhole,
  timeFits,
  type ValueContext,
} from './field-values.ts'
import { isKnownName } from './name-words.ts'
import { isRecord, type SampleField } from './sample-fields.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Rules for the fields of an item, in English words. The first matching name counts. */
export function itemRules(context: ValueContext): Record<ItemMeaning, FieldRule> {
  const time = timeFits(context)
  return {
    id: {
      fits: isId,
      isUnique: true,
      excludedNames:
        /\b(account|company|customer|endpoint|target|webhook id|partner|user|request|response|trace|span|parent|owner|app|application|subscription|session|batch|group|call|caller|tracking|contact|correlation|idempotency|worker|queue|external|at|status|error|count|attempt (id|at|count))\b|(?<!\b(delivery|log|message) )\bnumber\b/,
      names: [
        [/^id$/, 1],
        [/^key$/, 0.8],
        [/^((header|failed|failure|webhook) )*delivery( log)? (id|key|number)$/, 0.95],
        [
          /^((header|failed|failure|webhook|delivery) )*(delivery|job|log|message|notification|dispatch) (id|key|number)$/,
          0.9,
        ],
        [/^event (id|key)$/, 0.78],
        [/^(failed|failure|transmission|webhook|callback)( \w+)? (id|key)$/, 0.85],
        [/^id id$/, 1],
        [/^id (delivery|log|event|message)$/, 0.9],
        [/^\w+ id$/, 0.75],
        [/^(delivery )?(reference|ref)$/, 0.8],
      ],
      certainFrom: 0.8,
      weigh: ({ values }) => (values.length < 3 ? -0.1 : 0),
    },
    failed_at: {
      fits: time,
      excludedNames:
        /\b(next|max|first|start|call|read|seen|signature|window|end|birth|from|recording|request|webhook created|version)\b/,
      names: [
        [/\b(failed|failure)\b(?!.*\b(created|updated)\b)/, 1],
        [/\berror at\b|\bat error\b/, 0.95],
        [/\blast (failed|error|attempt|retry|sent|delivery|response|http)\b/, 0.95],
        [/\bdone\b( at)?$/, 0.9],
        [/\b(attempt|sent|delivery|response)\b( last)?( at)?$/, 0.87],
        [/\bretry\b( last)?( at)?$/, 0.84],
        [/\blast\b(?!.*\bupdated\b).*\bat$/, 0.85],
        [/\bupdated\b/, 0.75],
        [/\bprocessed\b/, 0.8],
        [/\b(created|event at)\b/, 0.7],
        [/^at$/, 0.84],
        [/^at( at)*( ms| seconds)?$|\bat$/, 0.65],
      ],
      certainFrom: 0.85,
      weigh: inRange(context),
    },
    receiver: {
      fits: isWebAddress,
      excludedNames:
        /\b(docs|recording|start|call|media|next|account url|company|customer url|source|caller|payload url|proxy|kind)\b/,
      names: [
        [/\b(target|callback|webhook|endpoint)\b.*\burl\b/, 1],
        [/\burl\b.*\b(target|callback|webhook|endpoint)\b/, 1],
        [/\b(to|delivery|request|customer|partner|event|company) url$/, 0.9],
        [/\b(target|callback|webhook|endpoint|to)$/, 0.9],
        [/^url$|^url (full|raw)$/, 0.85],
        [/\burl$/, 0.7],
      ],
      certainFrom: 0.8,
      // The same URL in all events may be the service's own if another field has several hosts.
      isAmbiguousWith: (best, other) => hostsIn(best.values) === 1 && hostsIn(other.values) > 1,
    },
    status: statusRule,
    error: errorRule,
    attempt_count: {
      fits: value => isWhole(value, 0, 1_000),
      excludedNames:
        /\b(max|next|id|http|code|version|size|ms|seconds|duration|url|error)\b|\bstatus$|\bstatus (?!.*attempt)/,
      names: [
        [/\battempt (sent )?(count|number)$|\b(count|number) (of )?attempt$/, 1],
        [/\battempt( sent| count| number| total)?$/, 0.95],
        [/\bretry\b.*\bcount$|\bcount\b.*\bretry$|\bretry number$/, 0.93],
        [/\bdelivery count$|\bsent count$|\bcount of delivery$/, 0.85],
        [/\b(failure|failed) count$/, 0.75],
        [/^count$/, 0.6],
      ],
      certainFrom: 0.8,
      // In an object with an unknown purpose it may be a limit.
      weigh: ({ words, name }) =>
        isKnownName(words.slice(0, words.length - name.length).trim() || 'id') ? 0 : -0.2,
    },
    attempts: {
      fits: isListOfRecords,
      // A single attempt may come without a list, and several may have their own names.
      fitsStandard: value => isListOfRecords(value) || isRecord(value),
      names: [
        [/\battempt$|\bretry$/, 1],
        [
          /\bdelivery( attempt)?( log)?$|\b(attempt|delivery|response) (log|history)$|\bhistory$/,
          0.9,
        ],
        [/\bresponse$|\blog$|\bsent$/, 0.8],
        [/^error$/, 0.75],
      ],
      certainFrom: 0.7,
    },
    event: {
      fits: isKind,
      excludedNames:
        /\b(content|error|failed|failure|status|http|method|id|user|queue|host|class|job|auth|region|env|version|target|endpoint|account|customer|company|file|log|backoff|encoding|media|request|response)\b/,
      names: [
        [
          /\b(event|notification) (kind|name|code)$|\bkind (of )?(event|notification)$|\bwebhook (kind|event|event kind)$/,
          1,
        ],
        [/\bevent$/, 0.95],
        [/^((message|webhook|meta|data|event|detail) )*kind$/, 0.85],
        [/^topic$/, 0.8],
      ],
      certainFrom: 0.85,
      // It only says that the delivery failed, which is true of all of them.
      weigh: ({ values }) =>
        values.every(value => /(deliver|webhook|message|notif).*(fail|error)/i.test(String(value)))
          ? -1
          : 0,
    },
  }
}

/** Rules for the fields of one attempt in the list. */
export function attemptRules(context: ValueContext): Record<AttemptMeaning, FieldRule> {
  return {
    at: {
      fits: timeFits(context),
      excludedNames: /\b(next|max|scheduled)\b/,
      names: [
        [/\b(attempt|sent|start|request)\b.*\bat\b|\b(attempt|sent|start)$/, 0.95],
        [/^at( at)?( ms| seconds)?$/, 0.95],
        [/\b(created|failed|failure)\b/, 0.85],
        [/\b(response|end|updated)\b/, 0.8],
        [/\bat$/, 0.7],
      ],
      certainFrom: 0.7,
    },
    status: statusRule,
    error: errorRule,
    duration_ms: {
      fits: value => isWhole(value, 0, 3_600_000) || isFraction(value),
      excludedNames: /\b(max|next|size|code|status|at|id|count|number)\b/,
      names: [
        [/\bduration\b.*\b(ms|seconds)\b|\b(ms|seconds)\b.*\bduration\b/, 1],
        [/\bduration\b/, 0.9],
        [/^ms$|\bms$/, 0.8],
        [/\bresponse seconds$/, 0.8],
      ],
      certainFrom: 0.7,
    },
  }
}

const statusRule: FieldRule = {
  fits: isStatus,
  isNone: value => value === 0 || value === '0' || value === -1 || value === false,
  excludedNames:
    /\b(max|next|size|duration|call|sip|attempt count|retry|number|ms|seconds|count|id|port|queue|event|kind|at|url)\b/,
  names: [
    [/\b(http|response)\b.*\b(status|code)\b|\b(status|code) (http|response)\b|\bstatus code$/, 1],
    [/\blast (status|code)$/, 0.95],
    [/\bstatus$/, 0.92],
    [/\bhttp$|\bhttp (result|error)$/, 0.9],
    [/\bcode$/, 0.85],
    [/\bresponse$|\bresult$/, 0.75],
  ],
  certainFrom: 0.9,
  weigh: ({ words }) => (/\b(error|failed|failure)\b(?!.*\bhttp\b)/.test(words) ? -0.15 : 0),
}

const errorRule: FieldRule = {
  fits: isErrorText,
  excludedNames:
    /\b(trace|body|count|at|id|url|name|seconds|ms|version|method|kind|docs|class|payload|help|host|next|event|company|customer|contact|caller|agent)\b(?<!\berror name)/,
  names: [
    [/\b(error|failed|failure)\b.*\b(message|reason|detail)$/, 1],
    [/\b(reason|message|detail) (of )?(error|failed|failure)$|\berror last$|\blast error$/, 0.97],
    [/\berror$/, 0.95],
    [/\b(failure|failed)$/, 0.9],
    [/\breason$/, 0.88],
    [/\b(last|response|delivery status) message$/, 0.8],
    [/\bstatus message$/, 0.68],
    [/\bmessage$/, 0.8],
    [/\bdetail$|\breason phrase$/, 0.68],
    // GitHub writes "failed to connect to host" there. A single word is an error code, not a text.
    [/^status$/, 0.72],
    [/\berror (code|name|response)$/, 0.65],
  ],
  certainFrom: 0.7,
  weigh: ({ words, values }) => {
    const isCode = values.every(value => isEmpty(value) || !/\s/.test(String(value).trim()))
    const sentences = values.filter(value => /\S\s+\S+\s+\S/.test(String(value))).length
    if (/\bstatus$/.test(words)) return sentences < values.length / 2 ? -1 : 0
    const empty = values.filter(isEmpty).length / values.length
    return (isCode ? -0.2 : 0) - empty * 0.25
  },
}

/** A time in the range is more likely the one that the service filters by. */
function inRange({ zone, range, dayFirst }: ValueContext) {
  return ({ values }: SampleField): number => {
    if (range === null) return 0
    const times = values.flatMap(value => foreignTime(value, { zone, dayFirst }) ?? [])
    const within = times.filter(time => time >= range.from - DAY_MS && time < range.to + DAY_MS)
    return within.length === times.length ? 0 : -0.4
  }
}
