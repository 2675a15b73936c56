/**
 * Names a request: in the gateway's log, and in its answers that are errors, so that a person can
 * quote it.
 */
export const REQUEST_ID_HEADER = 'x-request-id'
