import { FAILING_KINDS, type NoticeChoices } from '../../../contract/notices/notice.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { StoredNotice } from './describe-notice.ts'

/*
 * When a person gets a message, and what has become unnecessary by then. Quiet hours only hold messages: the rules of
 * judge.ts go on.
 */

type Schedule = Pick<NoticeChoices, 'schedule' | 'daily_at' | 'quiet'> & {
  /** The day of the last daily message. */
  digest_on: string | null
}

/** Whether a message may leave now. Times of day are in `timeZone`. */
export function isDue(
  { schedule, daily_at, quiet, digest_on }: Schedule,
  now: Date,
  timeZone: string,
): boolean {
  const { day, time } = clockIn(now, timeZone)
  if (schedule === 'daily') return time >= daily_at && (digest_on === null || digest_on < day)
  return quiet === null || !isWithin(time, quiet)
}

export function clockIn(now: Date, timeZone: string): { day: string; time: string } {
  const stamp = stampIn(now, timeZone)
  return { day: stamp.slice(0, 10), time: stamp.slice(11, 16) }
}

/** Quiet hours may go past midnight. */
function isWithin(time: string, { from, until }: NonNullable<NoticeChoices['quiet']>): boolean {
  return from <= until ? time >= from && time < until : time >= from || time < until
}

/** Which later notices about the same thing make one unnecessary. */
const RESOLVED_BY: Partial<Record<StoredNotice['kind'], StoredNotice['kind'][]>> = {
  failing: ['recovered', 'still_failing'],
  still_failing: ['recovered', 'still_failing'],
  outage: ['outage_over'],
  service_away: ['service_back'],
}

/**
 * Leaves out what has resolved while messages were held: both the problem and its end.
 *
 * @param notices in their order
 * @param isFailing whether a receiver still fails; one that went quiet does not
 */
export function withoutResolved<Waiting extends StoredNotice>(
  notices: Waiting[],
  isFailing: (notice: Waiting) => boolean,
): Waiting[] {
  const resolves = (later: Waiting, earlier: Waiting) =>
    later.receiver === earlier.receiver &&
    later.company === earlier.company &&
    RESOLVED_BY[earlier.kind]?.includes(later.kind)
  return notices.filter((notice, place) => {
    if (notices.some((later, at) => at > place && resolves(later, notice))) return false
    if (FAILING_KINDS.has(notice.kind)) return isFailing(notice)
    // The end matters if an earlier message had the beginning, as it had before a reminder.
    const resolved = notices.filter((earlier, at) => at < place && resolves(notice, earlier))
    return resolved.every(({ kind }) => kind === 'still_failing')
  })
}
