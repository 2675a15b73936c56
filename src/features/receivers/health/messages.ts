import { formatNumber } from '../../../format/numbers.ts'

export const noReplays = 'No replays'
export const deliveredCount = (count: number) => `${formatNumber(count)} delivered`
export const failedCount = (count: number) => `${formatNumber(count)} failed`
export const delivered = 'Delivered'

export const lastReplayFailed = 'The last replay to it failed.'
export const allDelivered = 'Every replay to it was delivered.'
export const lastDelivery = 'Last delivered replay'
export const noneYet = 'none yet'
export const lastFailure = 'Last failed replay'
export const none = 'none'

export const receiver = 'Receiver'
export const takesEventsOf = 'Receives events of'
export const withoutOwnUrl = 'that have no URL of their own.'

export const missingToday = 'Still missing today'
export const replayToDeliver = 'Replay these events to deliver them.'

export const replaysToReceiver = 'Replays to this receiver'
export const loadingReplays = 'Loading its replays…'
export const neverReplayed = 'Nobody on this account has replayed an event to it yet.'
export const last24Hours = 'Last 24 hours'
export const last7Days = 'Last 7 days'
