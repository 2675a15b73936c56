/**
 * Identifies a request in the gateway's log and in its error answers, so that a person can quote
 * it.
 */
export const REQUEST_ID_HEADER = 'x-request-id'
