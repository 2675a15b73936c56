/* Loaded on demand with the panel. The text of the message itself is in compose-message.ts. */

export const audience = 'For'
export const customer = 'The customer'
export const operator = 'The operator of the receiver'
export const whichReader = { customer: 'Which company?', operator: 'Which receiver?' }
export const chooseReader = { customer: 'Choose a company', operator: 'Choose a receiver' }
export const chooseFirst = {
  customer: 'Choose a company to see its message.',
  operator: 'Choose a receiver to see its message.',
}
export const unknownReader = { customer: 'Unknown company', operator: 'Unknown receiver' }
export const showCallers = 'Show callers’ numbers'

export const loadingMessage = 'Loading the message…'
export const withoutEvents = 'The message doesn’t name the events.'
export const notLoaded = 'The message could not be written.'
export const severalCompanies =
  'This replay is from before an update and doesn’t say which events belong to which company. Copy a message for each event instead.'

export const messageField = 'Message'
export const copied = 'Copied. Paste it into your message.'
export const copyFailed = 'The browser did not allow copying. Select the text and copy it by hand.'

export const copy = 'Copy'
export const mail = 'Mail'
export const print = 'Print'
export const mailSubject = 'Deliveries to your system'
export const mailIsCut = '… (copy the rest)'
