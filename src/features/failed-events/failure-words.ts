import { type FailureCause, failureCause, type Outcome } from './failure-cause.ts'

/** Why a delivery failed, for someone who has never seen a status code. */
export type FailureWords = {
  /** After the receiver's name: "answered 500, which means that it failed on its own side." */
  happened: string
  /** What that means for the event. */
  means: string
  /** Who can mend it, and how to ask for it. */
  mend: string
}

/** How an attempt came out. `null` is for an event that names no attempts. */
export function failureWords(outcome: Outcome | null): FailureWords {
  return WORDS[failureCause(outcome)]({
    answered: `answered ${outcome?.status}`,
    error: outcome?.error ?? '',
  })
}

const OPERATOR = 'whoever runs the receiver'
const NEVER_ARRIVED = 'The event did not arrive.'
const TWICE = 'a replay may store it twice.'

const WORDS: Record<FailureCause, (said: { answered: string; error: string }) => FailureWords> = {
  'not-told': () => ({
    happened: 'did not take this event in; the service doesn’t say what it answered.',
    means: 'The event never arrived, as far as the service knows.',
    mend: `Ask ${OPERATOR} whether it has been in trouble. A replay shows what it answers now.`,
  }),
  'too-late': ({ answered }) => ({
    happened: `${answered}, but not within 10 seconds, so it counts as failed.`,
    means: `The receiver may have stored the event all the same: ${TWICE}`,
    mend: `Ask ${OPERATOR} to answer at once and do the work afterwards.`,
  }),
  'other-success': ({ answered }) => ({
    happened: `${answered}. That is a friendly answer, but only 200 counts as delivered.`,
    means: `The receiver has most likely stored the event already: ${TWICE}`,
    mend: `Ask ${OPERATOR} to answer 200 instead. Nothing else has to change.`,
  }),
  redirect: ({ answered }) => ({
    happened: `${answered}: it sent us to another address. For safety, events are never sent on to where a receiver points.`,
    means: `${NEVER_ARRIVED} The receiver has moved.`,
    mend: 'Have the new address set as the callback of the tracking number. A replay still goes to the old one.',
  }),
  'turned-away': ({ answered }) => ({
    happened: `${answered}: it does not let the service in.`,
    means: `${NEVER_ARRIVED} The receiver is up, but wants a password or a permission.`,
    mend: `Ask ${OPERATOR} to let webhooks of the service in at this address.`,
  }),
  'not-found': ({ answered }) => ({
    happened: `${answered}: there is nothing at this address.`,
    means: `${NEVER_ARRIVED} The address has moved or was mistyped.`,
    mend: `Ask ${OPERATOR} for the right address, or to bring this one back. Then replay.`,
  }),
  'too-large': ({ answered }) => ({
    happened: `${answered}: the event is larger than it takes.`,
    means: `${NEVER_ARRIVED} It will not until that limit is raised.`,
    mend: `Ask ${OPERATOR} to accept larger requests.`,
  }),
  'too-busy': ({ answered }) => ({
    happened: `${answered}: it was sent more than it takes at a time.`,
    means: `${NEVER_ARRIVED} The receiver is up, but was too busy.`,
    mend: 'Wait for a quieter hour and replay.',
  }),
  rejected: ({ answered }) => ({
    happened: `${answered}: it did not accept the event as it is.`,
    means: 'The event arrived but was not taken in. The same event may well be rejected again.',
    mend: `Ask ${OPERATOR} what it did not like about this event; below is what was sent.`,
  }),
  'not-available': ({ answered }) => ({
    happened: `${answered}: it was down or overloaded.`,
    means: 'The event most likely did not arrive.',
    mend: `This often passes by itself. If it lasts, tell ${OPERATOR}; then replay.`,
  }),
  'own-error': ({ answered }) => ({
    happened: `${answered}, which means that it failed on its own side.`,
    means: 'The event arrived, but the receiver broke while it took it in.',
    mend: `Ask ${OPERATOR} to look for an error at the times below. Once it is mended, replay.`,
  }),
  'odd-status': ({ answered }) => ({
    happened: `${answered}, which is no answer that webhooks know. Only 200 counts.`,
    means: 'Nobody can tell whether the event was taken in.',
    mend: `Show this to ${OPERATOR}.`,
  }),
  'no-secure-connection': () => ({
    happened: 'could not prove who it is, so nothing was sent to it.',
    means: `${NEVER_ARRIVED} The receiver’s certificate is expired, missing or not trusted.`,
    mend: `Ask ${OPERATOR} to renew or mend its certificate. Then replay.`,
  }),
  'address-not-allowed': () => ({
    happened: 'has an address that events may not be sent to.',
    means: 'Nothing was sent. Receivers must have an https address on the open internet.',
    mend: 'Have the callback of the tracking number set to such an address.',
  }),
  'name-not-found': () => ({
    happened: 'could not be found: its name leads nowhere on the internet.',
    means: `${NEVER_ARRIVED} The name was mistyped, or has lapsed.`,
    mend: `Ask ${OPERATOR} whether the name is right and still theirs.`,
  }),
  timeout: () => ({
    happened: 'did not answer within 10 seconds, which counts as failed.',
    means: `The receiver may still have stored the event after that: ${TWICE}`,
    mend: `Ask ${OPERATOR} to answer at once and do the work afterwards.`,
  }),
  refused: () => ({
    happened: 'refused the connection: nothing is listening at its address.',
    means: `${NEVER_ARRIVED} The receiver is switched off, or a firewall keeps us out.`,
    mend: `Ask ${OPERATOR} to start it or to let the service through. Then replay.`,
  }),
  'broke-off': () => ({
    happened: 'broke off the connection before it had answered.',
    means: `Nobody can tell whether the event was taken in: ${TWICE}`,
    mend: `Ask ${OPERATOR} to look for crashes at the times below. Then replay.`,
  }),
  unreachable: () => ({
    happened: 'could not be reached over the network.',
    means: NEVER_ARRIVED,
    mend: `Ask ${OPERATOR} whether it is up and open to the internet. Then replay.`,
  }),
  other: ({ error }) => ({
    happened: `did not take this event in. The service’s words for it: “${error}”.`,
    means: 'The event most likely did not arrive.',
    mend: `Show these words to ${OPERATOR}. A replay shows what it answers now.`,
  }),
}
