/* Constants and functions without side effects, so that the build puts each text into the dialog that uses it. */

export const whoAreYou = 'Who are you?'
export const whyName =
  'Colleagues see who made a change. Redial asks once, then continues with your change.'
export const continueChange = 'Continue'
export const yourName = 'Your name'

export const sendToReceiver = 'Send events to this receiver?'
export const sendToReceivers = 'Send events to these receivers?'
export const foundReceiver =
  'Redial found this address in a field of the service. Events contain phone numbers, so check that ' +
  'it belongs to your customer. Redial asks once for each host.'
export const foundReceivers =
  'Redial found these addresses in a field of the service. Events contain phone numbers, so check ' +
  'that they belong to your customer. Redial asks once for each host.'
export const eventsOf = 'Events of'
export const confirmAndReplay = 'Confirm and replay'

export const commandPalette = 'Command palette'
export const goOrSearch = 'Go to a page, or search'
export const goOrSearchExamples = 'Go to a page, or search for a company, number or call…'
export const savedView = 'Saved view'
export const resultList = 'Results'
export const result = 'result'
export const results = 'results'
export const company = 'Company: failed calls of the last 7 days'

export function searchCalls(text: string): string {
  return `Search the failed calls of the last 7 days for “${text}”`
}

export function searchAiEvents(text: string): string {
  return `Search the failed AI events of the last 7 days for “${text}”`
}

export function checkNumber(number: string): string {
  return `Check ${number} on the blocklist`
}
