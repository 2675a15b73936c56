/* The menu loads when it first opens, so its texts are apart from the others of the list. */

export const copyMessage = 'Copy message'
export const copyLink = 'Copy link'
export const markAsMissing = 'Mark as still missing'
export const markAsHandled = 'Mark as handled'
export const openReceiver = 'Open receiver'
export const blockCaller = 'Block caller'

export const messageCopied = 'Message copied.'
export const linkCopied = 'Link copied.'
export const copyingNotAllowed =
  'The browser did not allow copying. Open the event and copy it there.'

export const nothingChanged = (title: string, message: string) =>
  `Nothing was changed. ${title}. ${message}`
