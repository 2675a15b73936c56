import { shownText } from '../../../../contract/text/shown-text.ts'
import { certificateDay } from './certificate-day.ts'
import { deadlineWords, type FailureCause, failureCause, type Outcome } from './failure-cause.ts'
import { type Receiver, receiverIntroduction, receiverName } from './receiver-name.ts'

/** Why a delivery failed, for someone who has never seen a status code. */
export type FailureWords = {
  /** "Acme Cars’ receiver (hooks.example) answered 500, which means that it failed on its own side." */
  happened: string
  /** What that means for the event. */
  means: string
  /** Who can fix it: "The operator of Acme Cars’ receiver" */
  who: string
  /** And how. */
  mend: string
}

/** How an attempt came out, at which receiver. `null` is for an event that names no attempts. */
export function failureWords(outcome: Outcome | null, receiver: Receiver): FailureWords {
  const {
    happened,
    who = 'operator',
    ...words
  } = WORDS[failureCause(outcome)]({
    answered: `answered ${outcome?.status}`,
    error: shownText(outcome?.error?.trim() ?? ''),
  })
  return {
    ...words,
    happened: `${receiverIntroduction(receiver)} ${happened}`,
    who: whoWords(who, receiver),
  }
}

type Who = 'operator' | 'settings' | 'time' | 'both' | 'us'

function whoWords(who: Who, receiver: Receiver): string {
  if (who === 'settings') return 'Whoever sets the callback of the tracking number'
  if (who === 'time') return 'Nobody, if it recovers'
  if (who === 'us') return 'Whoever runs the sending service'
  const operator = `The operator of ${receiverName(receiver)}`
  return who === 'both' ? `${operator}, and whoever sets the callback` : operator
}

type Words = { happened: string; means: string; mend: string; who?: Who }

const NEVER_ARRIVED = 'The event did not arrive.'
const TWICE = 'a replay may store it twice.'
const NOT_SHOWN = 'Nothing was sent to it, since it could not prove who it is.'
const THEN_REPLAY = 'Then replay.'

const WORDS: Record<FailureCause, (said: { answered: string; error: string }) => Words> = {
  'not-told': () => ({
    happened: 'did not take this event in; the service doesn’t say what it answered.',
    means: 'The event never arrived, as far as the service knows.',
    mend: 'It should say whether it has been in trouble. A replay shows what it answers now.',
  }),
  'too-late': ({ answered }) => ({
    happened: `${answered}, but not within 10 seconds, so it counts as failed.`,
    means: `The receiver may have stored the event all the same: ${TWICE}`,
    mend: 'It should answer first and work later.',
  }),
  'other-success': ({ answered }) => ({
    happened: `${answered}; only 200 counts as delivered.`,
    means: `This usually means success: the receiver has probably stored the event, and ${TWICE}`,
    mend: 'It should answer 200 instead. Nothing else has to change.',
  }),
  redirect: ({ answered }) => ({
    happened: `${answered}: it sent us to another address. For safety, events are never sent on to where a receiver points.`,
    means: `${NEVER_ARRIVED} The receiver has moved.`,
    who: 'settings',
    mend: 'The new address should be set there. A replay still goes to the old one.',
  }),
  'turned-away': ({ answered }) => ({
    happened: `${answered}: it refused us.`,
    means: `${NEVER_ARRIVED} The receiver is up, but wants a password or a permission.`,
    mend: 'It should let the webhooks of the service in at this address. Then replay.',
  }),
  'not-found': ({ answered }) => ({
    happened: `${answered}: there is nothing at this address.`,
    means: `${NEVER_ARRIVED} The address has moved or was mistyped.`,
    who: 'both',
    mend: 'The operator knows the right address, or can bring this one back. Then replay.',
  }),
  gone: ({ answered }) => ({
    happened: `${answered}: this address was closed for good.`,
    means: `${NEVER_ARRIVED} No replay to this address will.`,
    who: 'both',
    mend: 'The operator knows where events should go now; that address has to be set.',
  }),
  'other-method': ({ answered }) => ({
    happened: `${answered}: something is at this address, but it takes no events.`,
    means: `${NEVER_ARRIVED} The address is most likely that of an ordinary page.`,
    who: 'both',
    mend: 'The operator knows the address that takes webhooks (POST). Then replay.',
  }),
  'other-format': ({ answered }) => ({
    happened: `${answered}: it does not take events in the form in which they are sent (JSON).`,
    means: `${NEVER_ARRIVED} It will not until the receiver takes JSON.`,
    mend: 'It should accept application/json at this address. Then replay.',
  }),
  'too-large': ({ answered }) => ({
    happened: `${answered}: the event is larger than it takes.`,
    means: `${NEVER_ARRIVED} It will not until that limit is raised.`,
    mend: 'It should accept larger requests. Then replay.',
  }),
  'too-busy': ({ answered }) => ({
    happened: `${answered}: it was sent more than it takes at a time.`,
    means: `${NEVER_ARRIVED} The receiver is up, but was too busy.`,
    who: 'time',
    mend: 'Wait for a quieter hour and replay. If it lasts, its operator should allow more.',
  }),
  rejected: ({ answered }) => ({
    happened: `${answered}: it did not accept the event as it is.`,
    means: 'The event arrived but was not taken in. The same event may well be rejected again.',
    mend: 'It can tell what it did not like about this event; below is what was sent.',
  }),
  'not-available': ({ answered }) => ({
    happened: `${answered}: it was down or overloaded.`,
    means: 'The event most likely did not arrive.',
    mend: 'This often recovers on its own: replay the event. If it keeps failing, contact them.',
  }),
  'own-error': ({ answered }) => ({
    happened: `${answered}, which means that it failed on its own side.`,
    means: 'The event arrived, but the receiver broke while it took it in.',
    mend: 'They should look for an error at the times below. Once it is mended, replay.',
  }),
  'odd-status': ({ answered }) => ({
    happened: `${answered}, which isn’t a valid answer to a webhook. Only 200 counts as delivered.`,
    means: 'Nobody can tell whether the event was taken in.',
    mend: 'Show them this.',
  }),
  'certificate-expired': ({ error }) => ({
    happened: `could not prove who it is: its certificate ${expiredWords(error)}.`,
    means: `${NEVER_ARRIVED} ${NOT_SHOWN}`,
    mend: `They must renew the certificate. ${THEN_REPLAY}`,
  }),
  'certificate-too-new': ({ error }) => ({
    happened: `could not prove who it is: its certificate is valid only from ${certificateDay(error) ?? 'a later day'}.`,
    means: `${NEVER_ARRIVED} ${NOT_SHOWN}`,
    mend: `They must put one in its place that is valid now. ${THEN_REPLAY}`,
  }),
  'certificate-of-another': () => ({
    happened: 'could not prove who it is: its certificate is for another name.',
    means: `${NEVER_ARRIVED} ${NOT_SHOWN}`,
    who: 'both',
    mend: `Either the certificate has to name this address, or the address is the wrong one. ${THEN_REPLAY}`,
  }),
  'certificate-revoked': () => ({
    happened: 'could not prove who it is: its certificate was withdrawn by who gave it out.',
    means: `${NEVER_ARRIVED} ${NOT_SHOWN}`,
    mend: `They must get a new certificate. ${THEN_REPLAY}`,
  }),
  'certificate-untrusted': () => ({
    happened: 'could not prove who it is: its certificate is not one that we trust.',
    means: `${NEVER_ARRIVED} ${NOT_SHOWN}`,
    mend: `They must get a certificate from a known authority, or send the missing part of theirs. ${THEN_REPLAY}`,
  }),
  'no-secure-connection': () => ({
    happened: 'could not agree with us on a secure connection.',
    means: `${NEVER_ARRIVED} Nothing was sent, since others could have read it.`,
    mend: `They must make it answer by HTTPS with a valid certificate. ${THEN_REPLAY}`,
  }),
  'address-not-allowed': () => ({
    happened: 'has an address that events may not be sent to.',
    means: 'Nothing was sent. Receivers must have an https address on the open internet.',
    who: 'settings',
    mend: 'Such an address has to be set there.',
  }),
  'name-not-found': () => ({
    happened: 'could not be found: its name leads nowhere on the internet.',
    means: `${NEVER_ARRIVED} The name was mistyped, or has lapsed.`,
    who: 'both',
    mend: `The operator knows whether the name is right and still theirs. ${THEN_REPLAY}`,
  }),
  'name-not-looked-up': () => ({
    happened: 'could not be looked up: the name servers gave no answer.',
    means: `${NEVER_ARRIVED} That says nothing about the receiver itself.`,
    who: 'time',
    mend: 'Replay. If it lasts, its operator should look at the name servers of its address.',
  }),
  proxy: ({ error }) => ({
    happened: `was not asked, since the proxy that events leave through failed: “${error}”.`,
    means: `${NEVER_ARRIVED} That says nothing about the receiver itself.`,
    who: 'us',
    mend: `They should look at the proxy and what it allows. ${THEN_REPLAY}`,
  }),
  interim: () => ({
    happened: 'went on answering “wait” and never gave a final answer.',
    means: `Nobody can tell whether the event was taken in: ${TWICE}`,
    mend: `They should make it answer 200 at once, without interim answers. ${THEN_REPLAY}`,
  }),
  'not-http': () => ({
    happened: 'answered in a way that no web server should.',
    means: `Nobody can tell whether the event was taken in: ${TWICE}`,
    mend: 'They should check what listens at this address. The raw words below help them.',
  }),
  'no-connection': () => ({
    happened: 'could not be reached in time: nothing answered at its address.',
    means: `${NEVER_ARRIVED} The receiver is switched off, or a firewall drops the request.`,
    mend: `They should start it or let the service through. ${THEN_REPLAY}`,
  }),
  timeout: ({ error }) => ({
    happened: `did not answer within ${deadlineWords(error)}, which counts as failed.`,
    means: `The receiver may still have stored the event after that: ${TWICE}`,
    mend: 'It should answer first and work later.',
  }),
  refused: () => ({
    happened: 'refused the connection: nothing is listening at its address.',
    means: `${NEVER_ARRIVED} The receiver is switched off, or a firewall keeps us out.`,
    mend: `They should start it or let the service through. ${THEN_REPLAY}`,
  }),
  'broke-off': () => ({
    happened: 'broke off the connection before it had answered.',
    means: `Nobody can tell whether the event was taken in: ${TWICE}`,
    mend: `They should look for crashes at the times below. ${THEN_REPLAY}`,
  }),
  unreachable: () => ({
    happened: 'could not be reached over the network.',
    means: NEVER_ARRIVED,
    mend: `They should say whether it is up and open to the internet. ${THEN_REPLAY}`,
  }),
  other: ({ error }) => ({
    happened: `did not take this event in. The service’s words for it: “${error}”.`,
    means: 'The event most likely did not arrive.',
    mend: 'Show them these words. A replay shows what it answers now.',
  }),
}

function expiredWords(error: string): string {
  const day = certificateDay(error)
  if (day !== null) return `expired on ${day}`
  return error.includes('vouches') ? 'has expired, or one that vouches for it has' : 'has expired'
}
