export const skipToContent = 'Skip to content'
export const pagesOfRedial = 'Pages of Redial'
export const search = 'Search'
export const loadingPage = 'Loading the page…'
export const offline =
  'No connection. This page may be out of date. Redial updates it when the connection is back.'

export const overview = 'Overview'
export const failedCalls = 'Failed calls'
export const failedAiEvents = 'Failed AI events'
export const blocklist = 'Blocklist'
export const replays = 'Replays'
export const receivers = 'Receivers'
export const activity = 'Activity'
export const settings = 'Settings'

export const account = 'Account'
export const accountLabel = 'Account:'
export const signedInTo = 'Signed in to'
