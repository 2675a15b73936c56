import { COMMON_ERRORS } from '../answers/error-responses.ts'

/** The name that the OpenAPI document has for the key of the telephone switch. */
export const TELEPHONY_KEY_SCHEME = 'telephonyKey'

/** What the description of each telephony endpoint begins with. */
export const TELEPHONY = { tags: ['Telephony'], security: [{ [TELEPHONY_KEY_SCHEME]: [] }] }

const { 429: _unthrottled, ...ERRORS } = COMMON_ERRORS

/** What any of them may answer instead; the switch is never throttled. */
export const TELEPHONY_ERRORS = ERRORS
