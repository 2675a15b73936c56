import { formatCount } from '../../../format/numbers.ts'

export const markAsHandled = 'Mark as handled'
export const markAsMissing = 'Mark as still missing'
export const notChanged = (title: string, message: string) =>
  `${title}. ${message} Nothing was changed.`

/** "3 events marked as handled" */
export const markedAsHandled = (count: number) =>
  `${formatCount(count, 'event', 'events')} marked as handled`
export const markedAsMissing = (count: number) =>
  `${formatCount(count, 'event', 'events')} marked as still missing`
export const undo = 'Undo'
export const notUndone = (title: string, message: string) => `Not undone. ${title}. ${message}`

export const statesNotLoaded =
  'The states of these events could not be loaded, so it is unknown which of them are still missing.'
export const statesNotUpdated = (time: string, zone: string) =>
  `The states of these events could not be updated. Last updated ${time} ${zone}.`

/** The question before events are marked that a filter hides. */
export const markAllAsHandled = (count: number) =>
  `Mark ${formatCount(count, 'event', 'events')} as handled?`
export const someNotInList = (outside: number, count: number) => {
  const which =
    outside === count
      ? 'None of them is'
      : `${formatCount(outside, 'of them is', 'of them are')} not`
  return `${which} in this list, because of its search or filters.`
}
