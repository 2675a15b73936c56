/* Loaded on demand with the panel. The text of the message itself is in compose-message.ts. */

export const audience = 'For'
export const customer = 'The customer'
export const customerHint = 'What failed, why, and what to change'
export const operator = 'The operator of the receiver'
export const operatorHint = 'With technical details'
export const showCallers = 'Show callers’ numbers'

export const loadingFailures = 'Loading the events that failed again…'
export const withoutEvents = 'The message doesn’t name the events.'

export const messageField = 'Message'
export const copied = 'Copied. Paste it into your message.'
export const copyFailed = 'The browser did not allow copying. Select the text and copy it by hand.'

export const copy = 'Copy'
export const mail = 'Mail'
export const print = 'Print'
export const mailSubject = 'Events we could not deliver'
export const mailIsCut = '… (copy the rest)'
