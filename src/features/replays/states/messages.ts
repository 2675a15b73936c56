import { formatCount } from '../../../../contract/text/count.ts'

export const markAsHandled = 'Mark as handled'
export const markAsMissing = 'Mark as still missing'
export const notChanged = (title: string, message: string) =>
  `${title}. ${message} Nothing was changed.`

type Changed = {
  isHandled: boolean
  count: number
  /** How many were like that already, and how many a replay has delivered. */
  unchanged: number
  delivered: number
  /** How many the service does not list any more. */
  notListed: number
}

/** "3 events marked as handled. 1 was already handled, 2 were already delivered." */
export const marked = ({ isHandled, count, unchanged, delivered, notListed }: Changed) => {
  const verb = (of: number) =>
    count === 0 ? formatCount(of, 'event was', 'events were') : formatCount(of, 'was', 'were')
  const others = [
    unchanged > 0 &&
      `${verb(unchanged)} ${isHandled ? 'already handled' : 'not marked as handled'}`,
    delivered > 0 && `${verb(delivered)} already delivered`,
    notListed > 0 && `${verb(notListed)} not found in the list any more`,
  ]
    .filter(part => part !== false)
    .join(', ')
  if (count === 0) return `Nothing was changed. ${others}.`
  const done = `${formatCount(count, 'event', 'events')} marked as ${isHandled ? 'handled' : 'still missing'}`
  return others === '' ? done : `${done}. ${others}.`
}
export const undo = 'Undo'
export const notUndone = (title: string, message: string) => `Not undone. ${title}. ${message}`

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
