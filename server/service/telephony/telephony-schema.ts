import { COMMON_ERRORS } from '../answers/error-responses.ts'

/** The name of the telephone switch's key in the OpenAPI document. */
export const TELEPHONY_KEY_SCHEME = 'telephonyKey'

/** The beginning of each telephony endpoint's description. */
export const TELEPHONY = { tags: ['Telephony'], security: [{ [TELEPHONY_KEY_SCHEME]: [] }] }

const { 429: _unthrottled, ...ERRORS } = COMMON_ERRORS

/** The errors that any of them may answer; the switch is never throttled. */
export const TELEPHONY_ERRORS = ERRORS

/** The beginning of the description of each administration endpoint. */
export const ADMINISTRATION = { ...TELEPHONY, tags: ['Administration'] }
