import { formatNumber } from '../../format/numbers.ts'

export const receiver = 'Receiver'
export const takesEventsOf = 'Receives events of'
export const withoutOwnUrl = 'that have no URL of their own.'

export const replaysToReceiver = 'Replays to this receiver'
export const loadingReplays = 'Loading its replays…'
export const neverReplayed = 'Nobody on this account has replayed an event to it yet.'
export const last24Hours = 'Last 24 hours'
export const last7Days = 'Last 7 days'
export const noReplays = 'No replays'
export const deliveredCount = (count: number) => `${formatNumber(count)} delivered`
export const failedCount = (count: number) => `${formatNumber(count)} failed`
export const delivered = 'Delivered'

export const lastReplayFailed = 'The last replay to it failed.'
export const allDelivered = 'Every replay to it was delivered.'
export const lastDelivery = 'Last delivery'
export const noneYet = 'none yet'
export const lastFailure = 'Last failure'
export const none = 'none'

export const receiverTest = 'Receiver test'
export const whatTestDoes =
  'A test looks the receiver up, checks its certificate and waits for an answer. It sends no event.'
export const testReceiver = 'Test receiver'
export const testReceiverNamed = (name: string) => `Test receiver ${name}`
export const testing = (name: string) => `Testing ${name}…`
export const testedAt = (time: string) => `Tested at ${time}.`
export const notTested = (problem: string) => `Not tested. ${problem}`
export const goodLabel = 'Good:'
export const waitLabel = 'Warning:'
export const badLabel = 'Failed:'
export const notReachedLabel = 'Not tested:'
