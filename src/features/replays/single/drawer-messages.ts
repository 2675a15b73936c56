/* The details of an event load when one opens, so their texts are apart from those of the rows. */

export const thisEvent = 'this event'
export const sentTo = 'Sent to'

export const responseDetails = 'Response details'
export const status = 'Status'
export const noAnswer = 'None (no answer)'
export const error = 'Error'
export const duration = 'Duration'
export const milliseconds = (ms: number) => `${ms} ms`
export const started = 'Started'
export const responseBody = 'Response body'
export const emptyBody = 'Empty'
export const otherFields = 'Other fields'
