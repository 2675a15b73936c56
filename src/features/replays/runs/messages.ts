import { formatNumber } from '../../../format/numbers.ts'

export const replays = 'Replays'
export const purpose = 'Events that your team sent again, with their results.'
export const loadingReplays = 'Loading the replays…'
export const firstPage = 'First page'
export const noReplaysYet = 'No replays yet'

export const requested = 'Requested'
export const requestedColumn = (timeZone: string) => `Requested (${timeZone})`
export const startedByColumn = 'Started by'
export const noNameGiven = 'No name given'
export const eventsColumn = 'Events'
export const ofCompanies = ' for '
export const to = ', to '
export const toReceivers = (count: number | null) =>
  count === null ? ', to many receivers' : `, to ${formatNumber(count)} receivers`
export const progressColumn = 'Progress'

export const discard = 'Discard'
export const discardDraft = (events: string) => `Discard the draft of ${events}`
export const discardQuestion = (events: string) => `Discard the draft of ${events}?`
export const discardExplanation =
  'Nothing was sent. The events stay in their list, and you can select them again.'
export const draftDiscarded = (events: string) => `The draft of ${events} was discarded.`
export const draftNotDiscarded = (title: string, message: string) =>
  `The draft was not discarded. ${title}. ${message}`
