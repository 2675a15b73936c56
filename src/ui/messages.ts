/* Constants only, so that the build puts each text into the files that use it. */

export const tryAgain = 'Try again'
export const cancel = 'Cancel'
export const close = 'Close'
