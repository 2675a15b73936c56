/* The dialog loads when it opens, so its texts are apart from that of its button. */

export const keyboardShortcuts = 'Keyboard shortcuts'
export const singleKeys = 'Use single keys as shortcuts'

export const inList = 'In a list of failed events'
export const nextEvent = 'Next event'
export const previousEvent = 'Previous event'
export const openEvent = 'Open the event'
export const selectEvent = 'Select the event, or remove it from the selection'
export const replayEvent = 'Replay the event, after a confirmation'
export const search = 'Search'
export const closeDetails = 'Close the details'

export const everywhere = 'Everywhere'
export const goToPage = 'Go to a page, or search for a company, number or call'
export const thisList = 'This list'
