import { formatNumber } from '../../format/numbers.ts'

/** "Replay all 1,284…", or "Replay all…" if the service doesn't count them */
export const replayAll = (count: number | null) =>
  `Replay all${count === null ? '' : ` ${formatNumber(count)}`}…`
export const replayAllMissing = (count: number) => `Replay ${formatNumber(count)} missing…`
export const runNotCreated = (title: string, message: string) =>
  `${title}. ${message} Nothing was sent.`

export const replay = 'Replay'
export const replayAgain = 'Replay again…'
export const moreActions = 'More actions'
export const replayEvent = (event: string) => `Replay ${event}`
export const noReceiver = (event: string) =>
  `Replay ${event}: not possible, because it names neither a receiver nor a tracking number`
export const noReceivers = 'They name neither a receiver nor a tracking number'
export const by = (who: string) => ` by ${who}`
export const stillMissing = 'Still missing'
export const stateUnknown = 'State unknown'
export const notStarted = (problem: string) => `Not started. ${problem}`
export const statusUnavailable = 'It is still running, but its status can’t be loaded right now.'
