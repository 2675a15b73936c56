export const signInTitle = 'Sign in · Redial'
export const signIn = 'Sign in'
export const signedOut =
  'You were signed out in another tab, after 12 hours without use, or because the service no longer accepts the token. Sign in to continue.'
export const changeLost = 'Your last change was not made. Make it again after you sign in.'
export const linkRefused =
  'This sign-in link was already used or is older than 15 minutes. To get a new one, run “npm run sessions -- link” on Redial’s server. You can also sign in with a token.'
export const tokenRefused =
  'The service does not accept this token. Check that you copied all of it and that no newer token has replaced it.'

export const token = 'API token'
export const aboutToken =
  'The operator of the service gives you the token. Redial stores it encrypted and never shows it again.'
export const pasteToken = 'Paste your API token here.'
export const yourName = 'Your name (optional)'
export const aboutName =
  'Colleagues see your name next to your changes. If you leave it empty, Redial asks for it at your first change.'
