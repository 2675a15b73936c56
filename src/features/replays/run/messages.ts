import { formatCount, formatNumber } from '../../../format/numbers.ts'

export const replay = 'Replay'
export const loadingReplay = 'Loading the replay…'
export const replayNotFound = 'Replay not found'
export const whyNotFound = 'The link may be incomplete, or the replay belongs to another account.'
export const allReplays = 'All replays'
export const replayOf = (events: string) => `Replay of ${events}`
export const started = (time: string, who: string | null) => `Started ${time}${by(who)}.`
export const requested = (time: string, who: string | null) => `Requested ${time}${by(who)}.`
const by = (who: string | null) => (who ? ` by ${who}` : '')
export const stillRunning = 'The replay is still running.'
export const lastUpdated = (time: string, timeZone: string) => `Last updated ${time} ${timeZone}.`

export const loadingEventsOf = (loaded: string) => `Loading ${loaded}`
export const copyingEvents =
  'Redial is copying the events that failed again. You can check them before anything is sent.'
export const loadingOneEvent = 'Redial is loading the event from the service. Nothing is sent yet.'
export const loadingEventsFirst =
  'Redial is loading the events from the service. You can check them before anything is sent.'

export const willBeSent = (events: number, receivers: number, isAtLeast: boolean) =>
  `${formatCount(events, 'event', 'events')} will be sent to ${formatCount(receivers, 'receiver', 'receivers')}${isAtLeast ? ' or more' : ''}`
export const nothingSentYet =
  'Nothing has been sent yet. This list is fixed: new failures won’t be added.'
export const nothingToSend = 'Nothing to send'
export const noneCanBeSent =
  'No event of this replay can be sent or needs to be. See the reasons below.'
export const send = (count: number) => `Send ${formatCount(count, 'event', 'events')}`
export const discard = 'Discard'
export const stillListed = 'The events stay in their list, and you can select them again.'
export const backTo = (list: string) => `Back to ${list}`
export const skippedEvents = 'Skipped events'
export const underWaySkipped = (count: number) =>
  `${formatCount(count, 'event is', 'events are')} being sent by another replay right now and will be skipped.`
export const deliveredSentAgain = (count: number) =>
  `${alreadyDeliveredEvents(count)} and will be sent again.`
export const deliveredSkipped = (count: number) =>
  `${alreadyDeliveredEvents(count)} and will be skipped.`
const alreadyDeliveredEvents = (count: number) =>
  `${formatCount(count, 'event was', 'events were')} already delivered by a replay`
export const sendAgain = (count: number) =>
  `Send ${count === 1 ? 'it' : `these ${formatNumber(count)}`} again`
/** "1 event was marked as handled and will be skipped." */
export const handledEvents = (count: number, isIncluded: boolean) =>
  `${formatCount(count, 'event was', 'events were')} marked as handled and will be ${isIncluded ? 'sent anyway' : 'skipped'}.`
export const sendAnyway = (count: number) =>
  `Send ${count === 1 ? 'it' : `these ${formatNumber(count)}`} anyway`
export const confirmHosts = (count: number) =>
  `Redial found ${count === 1 ? 'this address' : 'these addresses'} in a field of the service. Events contain phone numbers, so check that ${count === 1 ? 'it belongs' : 'they belong'} to your customer before you send them. Sending confirms ${count === 1 ? 'it' : 'them'}, and Redial asks once for each host.`
export const unconfirmedHosts = 'Addresses to check'
export const cannotBeSent = (count: number, cause: string) =>
  `${formatCount(count, 'event', 'events')} can’t be sent: ${cause}`

export const sending = 'Sending'
export const pause = 'Pause'
export const resume = 'Resume'
export const replayFailedAgain = 'Replay failed events again…'
export const delivered = 'Delivered'
export const failedAgain = 'Failed again'
export const skipped = 'Skipped'
export const waiting = 'Waiting'
/** Waiting or being sent. */
export const left = 'Left'

export const receivers = 'Receivers'
export const receiverColumn = 'Receiver'
export const unknownReceiver = 'Unknown receiver'
export const toBeSent = 'To be sent'
export const alreadyDelivered = 'Already delivered'
export const beingSent = 'Being sent'
export const handled = 'Handled'
export const testColumn = 'Test'
export const setReceiverOf = (number: string) => `Set the receiver of ${number}`
export const setReceiversInSettings = 'Set receivers in Settings'
export const furtherReceivers = (count: number) =>
  `${formatCount(count, 'more receiver', 'more receivers')} with fewer events each.`

export const whySkipped = (cause: string, count: number, skipped: number) =>
  count === skipped
    ? `Why skipped: ${cause}`
    : `Why ${formatNumber(count)} of ${formatNumber(skipped)} were skipped: ${cause}`
export const whyNotDelivered = 'Why events were not delivered'
export const whyColumn = 'Why'
export const outcomeColumn = 'Outcome'

export const events = 'Events'
export const loadingEvents = 'Loading the events…'
export const eventsOfReplay = 'Events of this replay'
export const whichEvents = 'Which events'
export const all = 'All'
export const toBeSentAgain = 'To be sent again'
export const toBeSentAnyway = 'To be sent anyway'
export const nothingOnPage = 'There is nothing on this page'
export const noEvents = 'No events'
export const noEventInState = (state: string) => `No event is in this state: ${state}`
export const onlyCause = (cause: string) => `Only: ${cause}`
export const showAllCauses = 'Show all'
export const eventColumn = 'Event'
export const sentAt = 'Sent at'
export const sentAtColumn = (timeZone: string) => `Sent at (${timeZone})`
export const setReceiver = 'Set receiver'
