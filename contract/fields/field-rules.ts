import { yesOrNo } from '../text/json-inside.ts'
import type { AttemptMeaning, ItemMeaning, PayloadMeaning } from './field-map.ts'
import {
  isDuration,
  isId,
  isKind,
  isListOfRecords,
  isNamed,
  isPhone,
  isQuotable,
  isStatus,
  isTime,
  isWebAddress,
  isWhole,
  secondsOf,
  type ValueCheck,
} from './field-values.ts'

/** How to recognise the field with one meaning. */
export type FieldRule = {
  fits: ValueCheck
  /**
   * Names in order of preference, in the words of name-words.ts. A field has a name if its path consists of the
   * same words. Objects whose names say nothing don't count.
   */
  names: string
  /**
   * Names that come after all others. They count only if no field with an unknown name also fits, because that could
   * be the better one.
   */
  lastResort?: string
  /** Words that a path may also have, because they don't change what the field means. */
  optional?: string
  /** Whether one fitting value is enough, also in an object whose name says nothing. Otherwise 80 % have to fit. */
  isLenient?: boolean
  /** Whether a value means "none". null, undefined and "" always do. */
  isNone?: (value: unknown) => boolean
  /** Whether each item has a value, and a different one. Such a field is in no object whose name says nothing. */
  isUnique?: boolean
}

/** Objects around a field, and words between others. */
const AROUND = 'data attributes detail header metadata of in is was'
const UNITS = 'at ms seconds'

const STATUS: FieldRule = {
  fits: isStatus,
  isNone: value => value === 0 || value === '0' || value === -1 || value === false,
  names: `
    http response status code, response status code, http status code, status code,
    http response status, response http status, response status, http status, status http,
    http response code, response http code, response code, http code,
    status, http, http result, http error`,
  lastResort: 'code, result code, response, error status, failed status, error code',
  optional: `${AROUND} last webhook delivery attempt`,
}

const ERROR: FieldRule = {
  fits: isQuotable,
  // A text that no rule understands is quoted, which is better than to say that the service doesn't say why.
  isLenient: true,
  names: `
    error message, failed message, error reason, failed reason, error detail, failed detail, error, failed,
    delivery error message, delivery failed reason, delivery error, delivery failed,
    response error message, response error, http error, what went error,
    delivery status message, more detail message, reason message, failed reason message, message`,
  lastResort: `
    status message, reason, reason phrase, status reason, detail, response message, error code, error name, error response`,
  // Spring for Apache Kafka writes "kafka dlt" into its headers.
  optional: 'data attributes header metadata last webhook attempt kafka dlt',
}

/** The fields of an item, outside its payload. */
export const ITEM_RULES: Record<ItemMeaning, FieldRule> = {
  id: {
    fits: isId,
    isUnique: true,
    names: `
      id, delivery id, webhook delivery id, header delivery id, delivery number, delivery key, delivery log id,
      message id, log id, webhook log id, job id, notification id`,
    lastResort: `
      event id, header event id, failed id, item id, object id, task id, transaction id, data id, attributes id,
      key, reference, delivery reference`,
  },
  failed_at: {
    fits: isTime,
    names: `
      failed, last failed, gave up, given up, last error, error, error created,
      last attempt, last retry, retry, last sent, last response, last, done, attempt, sent`,
    lastResort: 'updated, last updated, processed, created, event, at, ms',
    optional: `${AROUND} ${UNITS} delivery webhook http`,
  },
  receiver: {
    fits: isWebAddress,
    // The interface has call_term_callbacks.
    names: `
      callback url, company callback url, customer callback url, partner callback url, subscription callback url,
      call term callback, mcs call term callback, call term callback url, mcs call term callback url,
      webhook url, target url, endpoint url, webhook endpoint url, webhook target url, notification url,
      callback, target, webhook, webhook endpoint, endpoint, to url, sent to url, sent to, to,
      request url, webhook request url, delivery url, partner url, event url, subscription url, post url, url`,
    optional: `${AROUND} web http full raw`,
  },
  status: STATUS,
  error: ERROR,
  attempt_count: {
    fits: value => isWhole(value, 1_000),
    names: `
      attempt count, count attempt, attempt number, number attempt, status attempt number, attempt,
      retry count, retry number, retries count, number retries, retries, delivery count, sent count`,
    optional: `${AROUND} webhook delivery total`,
  },
  attempts: {
    fits: isListOfRecords,
    names: `
      attempt, delivery attempt, attempt log, attempt history, retry, retry history,
      delivery, delivery log, history, log`,
    optional: AROUND,
  },
  event: {
    fits: isKind,
    // The "type" in the attributes of Salesforce is that of the record.
    names: `
      event kind, event name, webhook event kind, webhook event, event,
      attributes event kind, attributes event name, attributes event,
      notification kind, notification name, webhook kind, message kind, kind`,
    lastResort: 'topic',
    optional: 'data detail header metadata',
  },
}

export const ATTEMPT_RULES: Record<AttemptMeaning, FieldRule> = {
  at: {
    fits: isTime,
    names: `
      attempt, sent, start, request, processed, at, ms, created, failed, response, end, done, updated`,
    optional: `${AROUND} ${UNITS}`,
  },
  status: STATUS,
  error: ERROR,
  duration_ms: {
    fits: isDuration,
    names: `
      duration, duration ms, duration seconds, ms, total ms, response ms, response seconds`,
    optional: `${AROUND} http request`,
  },
}

const AROUND_CALL = `${AROUND} body payload object call interaction event`

export const PAYLOAD_RULES: Record<PayloadMeaning, FieldRule> = {
  call_id: {
    fits: isId,
    names: `
      call id, id call, call key, interaction id, id, session id, call session id, leg id, call leg id,
      channel id, call reference`,
    optional: `${AROUND} body payload object event`,
  },
  call_start_stamp: {
    fits: isTime,
    names: 'start, call start, call',
    optional: `${AROUND} ${UNITS} body payload object interaction event`,
  },
  call_end_stamp: { fits: isTime, names: 'end', optional: `${AROUND_CALL} ${UNITS}` },
  call_duration: {
    fits: value => isDuration(value) || secondsOf(value) !== null,
    names: `
      duration, duration seconds, duration ms, total duration, total duration seconds,
      total seconds, total ms, seconds`,
    lastResort: 'talk duration, talk seconds, talk',
    optional: AROUND_CALL,
  },
  answered: {
    fits: value => yesOrNo(value) !== null,
    names: 'answered, answered up, answered flag',
    optional: AROUND_CALL,
  },
  caller_number: {
    fits: isPhone,
    // Aircall has the caller in raw_digits, and its own line in number.digits.
    names: 'caller number, number caller, caller, caller party, a number, raw digits',
    lastResort: 'customer number, client number, contact number, external number',
    optional: AROUND_CALL,
  },
  tracking_number: {
    fits: isPhone,
    names: `
      tracking number, number tracking, tracking, tracking party, our number,
      to number, number to, to, number digits`,
    // It may also be the number that the call was forwarded to.
    lastResort: 'target number, target, company number, b number',
    optional: AROUND_CALL,
  },
  company: {
    fits: isNamed,
    names: `
      company name, company, account name, account display name, client name, client, tenant name, account,
      company reference, client reference, account reference`,
    optional: AROUND_CALL,
  },
  // The interface's contact is the agent who answered. In foreign services it is usually the caller.
  contact: {
    fits: isNamed,
    names: 'agent, agent name, answered by, answered by name',
    optional: AROUND_CALL,
  },
  recording_url: {
    fits: isWebAddress,
    names: 'recording url, recording, media recording url, media url, media, log url',
    optional: `${AROUND_CALL} content file`,
  },
}
