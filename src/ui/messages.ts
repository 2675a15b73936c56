/* Constants only, so that the build puts each text into the files that use it. */

export const tryAgain = 'Try again'
export const cancel = 'Cancel'
export const close = 'Close'
export const loading = 'Loading…'
export const reference = 'Reference:'

export const copied = 'Copied'
export const copyLink = 'Copy link'
export const linkCopied = 'Link copied'
export const copyLinkYourself = 'The browser blocked copying. Copy this link yourself.'

export const pageNotFound = 'Page not found · Redial'
export const noSuchPage = 'There is no such page'
export const checkAddress = 'Check the address. The page may no longer exist.'
export const goToOverview = 'Go to Overview'

export const closeMessage = 'Close message'

export const pages = 'Pages'
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
/** "Rows per page"; narrow windows show only its first word. */
export const rows = 'Rows'
export const perPage = 'per page'

export const dragToResize = 'Drag to resize'
export const theColumn = 'the column'
