import { formatCount } from '../../../format/numbers.ts'

export const settings = 'Settings'
export const sharedSettings = 'Everybody on this account shares these settings.'
export const setReceiver = 'Set a receiver'
export const changeReceiver = 'Change the receiver'
export const receiversOfNumbers = 'Receivers of tracking numbers'
export const whenSettingsAreUsed =
  'Most failed events name the URL that they were meant for, and a replay goes there. These settings are used only when an event names none: its replay then goes to the URL that is set for its tracking number. Open a receiver to test it and to see its replay results.'
export const loadingReceivers = 'Loading the receivers…'
export const loading = 'Loading…'

export const saved = (number: string, url: string) =>
  `Saved. Replays for ${number} without a URL of their own now go to ${url}.`
export const removed = (number: string) =>
  `Removed. Events of ${number} without a URL of their own have no receiver now.`
export const undo = 'Undo'
export const notRemoved = 'Not removed'
export const notUndone = 'Not undone'

export const noReceiverSet = 'No receiver is set for any tracking number'
export const whenReceiversAreNeeded =
  'You need none if every failed event names its receiver. If an event says “Receiver unknown”, set the receiver of its tracking number here. Then you can replay it.'
export const find = 'Find a number or a receiver'
export const noneMatch = 'No setting matches your search.'
export const pageSummary = (count: number, page: number, lastPage: number) =>
  `${formatCount(count, 'tracking number', 'tracking numbers')}, page ${page} of ${lastPage}`

export const setColumn = 'Set'
export const by = (person: string) => `by ${person}`
export const change = 'Change'
export const changeReceiverOf = (number: string) => `Change the receiver of ${number}`
export const remove = 'Remove'
export const removeReceiverOf = (number: string) => `Remove the receiver of ${number}`

export const draftKept = 'What you typed before is still here.'
export const trackingNumber = 'Tracking number'
export const aboutTrackingNumber = 'The number that was called, such as +27 21 555 0100.'
export const enterTrackingNumber = 'Enter the tracking number.'
export const enterCountryCode = 'Enter the number with its country code, such as +27 10 555 0142.'
export const trackingNumberTooLong = 'This is too long for a tracking number.'
export const url = 'URL'
export const aboutUrl =
  'Where to send replays of its events that have no URL of their own. It begins with https:// and is reachable from the internet.'
export const enterUrl = 'Enter the URL.'
export const urlWithoutHttps = 'The URL must begin with https://.'
export const urlTooLong = 'This URL is too long: 2,000 characters at most.'
export const saveReceiver = 'Save receiver'
