import type { FailedEventList } from '../../../contract/failed-event.ts'

/** The first example is in the form that the field shows. */
export const notADay = (hasTime = false) =>
  `Enter a date with the day first, such as 22 Nov 2026, ${hasTime ? 'yesterday, 14:00' : 'yesterday'} or this month.`

export const loadingEvents = (many: string) => `Loading ${many}…`

export const selectColumn = 'Select'
export const selectPage = 'Select all on this page'
export const selectEvent = (event: string) => `Select ${event}`
export const stateColumn = 'State'
export const failedAtColumn = (timeZone: string) => `Failed at (${timeZone})`
export const companyColumn = 'Company'
/** Most AI events name no caller, so nobody should take the tracking number for one. */
export const callColumn = (list: FailedEventList) =>
  list === 'call_events_fail' ? 'Caller' : 'Phone number'
export const causeColumn = 'Why it failed'
export const receiverColumn = 'Receiver'
export const attemptsColumn = 'Attempts'
export const callNumberColumn = 'Call number'
export const callLabel = 'Call'
export const eventColumn = 'Event'
export const replayColumn = 'Replay'

export const timeOfCall = 'Call:'
export const missedCallSaver = 'Missed Call Saver'
export const callNumber = (callId: string) => `call ${callId}`
export const receiverUnknown = 'Receiver unknown'
export const soCannotBeReplayed = ' · can’t be replayed'
export const cannotBeReplayed = 'Can’t be replayed'
export const noPayload = 'No payload to replay'
export const moreActions = (event: string) => `More actions for ${event}`
