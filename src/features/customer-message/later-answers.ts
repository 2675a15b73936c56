import { type FailureCause, failureCause } from '../event/cause/failure-cause.ts'
import { type MessageEvent, readerName } from './message-event.ts'

/**
 * How far a request got before it failed: 1 its name was looked up, 2 it was connected, 3 the connection was
 * secure, 4 the receiver said something, 5 it answered. Causes that are not here say nothing about it: a
 * timeout can be that of any step.
 */
const STEPS: Partial<Record<FailureCause, number>> = {
  'name-not-found': 1,
  'name-not-looked-up': 1,
  'no-connection': 2,
  refused: 2,
  unreachable: 2,
  'certificate-expired': 3,
  'certificate-too-new': 3,
  'certificate-name-mismatch': 3,
  'certificate-revoked': 3,
  'certificate-untrusted': 3,
  'no-secure-connection': 3,
  'not-http': 4,
}
const ANSWERED = 5

function stepOf({ outcome }: MessageEvent): number | undefined {
  return outcome !== null && outcome.status !== null ? ANSWERED : STEPS[failureCause(outcome)]
}

/**
 * When a cause was last seen, if a later request to the same receiver got further, so that the cause is gone;
 * otherwise null. An expired certificate does not need a renewal if the receiver answered 500 afterwards. One
 * answer does not disprove another, because a receiver may answer each request differently.
 *
 * @param alike events with the same cause and receiver
 * @param evidence events that may be later, of any cause and receiver
 */
export function disprovedSince(alike: MessageEvent[], evidence: MessageEvent[]): string | null {
  const [first] = alike
  if (first === undefined) return null
  const step = stepOf(first)
  const receiver = readerName(first, 'operator')
  if (step === undefined || step === ANSWERED || receiver == null) return null
  const cause = failureCause(first.outcome)
  const ofReceiver = evidence.filter(event => readerName(event, 'operator') === receiver)
  const same = [...alike, ...ofReceiver.filter(({ outcome }) => failureCause(outcome) === cause)]
  const last = latest(same)
  // An event without a time may be the last one.
  if (last === null || same.some(({ at }) => at === null)) return null
  const isDisproved = ofReceiver.some(
    event => (stepOf(event) ?? 0) > step && momentOf(event) > Date.parse(last),
  )
  return isDisproved ? last : null
}

/** When the last of these events failed; null if that is unknown for all of them. */
export function latest(events: MessageEvent[]): string | null {
  const known = events.filter(({ at }) => at !== null)
  return (
    known.reduce<MessageEvent | undefined>(
      (last, event) => (last === undefined || momentOf(event) > momentOf(last) ? event : last),
      undefined,
    )?.at ?? null
  )
}

/** In ms since 1970; before everything else if it is unknown. */
export function momentOf({ at }: Pick<MessageEvent, 'at'>): number {
  return at === null ? Number.NEGATIVE_INFINITY : Date.parse(at)
}
