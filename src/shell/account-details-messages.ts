/* The details load when the account menu opens, so their texts are apart from those of the shell. */

export const signedInTo = 'Signed in to'
export const otherName = 'To change your name, sign out and sign in with the other one.'
export const settings = 'Settings'
export const signOut = 'Sign out'
export const signOutEverywhere = 'Sign out everywhere'
export const stillSignedIn =
  'You are still signed in, because Redial could not be reached. Try again.'

export const appearance = 'Appearance'
export const light = 'Light'
export const dark = 'Dark'
export const system = 'System'

export const openSessions = 'Where you are signed in'
export const loading = 'Loading…'
export const thisBrowser = 'This browser'
export const started = (time: string) => `Started ${time}`
export const lastUsed = (time: string) => `Last used ${time}`
export const signOutSession = (browser: string, started: string) =>
  `Sign out ${browser}, started ${started}`
