import { IN_CERTIFICATE_CHAIN } from '../../../../contract/failed-event.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { certificateDay } from './certificate-day.ts'
import { describeReceiver, introduceReceiver, type Receiver } from './describe-receiver.ts'
import { type FailureCause, failureCause, formatDeadline, type Outcome } from './failure-cause.ts'

/** Why a delivery failed, for someone who has never seen a status code. */
export type FailureExplanation = {
  /** "Acme Cars’ receiver (hooks.example) answered 500, which means that it failed on its own side." */
  happened: string
  /** What that means for the event. */
  meaning: string
  /** Who can fix it: "The operator of Acme Cars’ receiver" */
  fixer: string
  /** How to fix it. */
  fix: string
}

/** @param outcome of the last attempt; null if the service reports no attempts */
export function explainFailure(outcome: Outcome | null, receiver: Receiver): FailureExplanation {
  const {
    happened,
    fixer = 'operator',
    ...texts
  } = EXPLANATIONS[failureCause(outcome)]({
    answered: outcome?.status == null ? 'answered' : `answered ${outcome.status}`,
    error: shownText(outcome?.error?.trim() ?? ''),
  })
  return {
    ...texts,
    happened: `${introduceReceiver(receiver)} ${happened}`,
    fixer: fixerName(fixer, receiver),
  }
}

type Fixer = 'operator' | 'settings' | 'time' | 'both' | 'us'

function fixerName(fixer: Fixer, receiver: Receiver): string {
  if (fixer === 'settings') return 'The person who sets the receiver of the tracking number'
  if (fixer === 'time') return 'Nobody, if it recovers'
  if (fixer === 'us') return 'The operator of the sending service'
  const operator = `The operator of ${describeReceiver(receiver)}`
  return fixer === 'both' ? `${operator}, and the person who sets the receiver` : operator
}

type Explanation = { happened: string; meaning: string; fix: string; fixer?: Fixer }

const NOT_ARRIVED = 'The event did not arrive.'
const MAY_REPEAT = 'a replay may store it twice.'
const NOT_PROVEN = 'Nothing was sent, because the receiver could not prove its identity.'
const ANSWER_FIRST = 'The receiver should answer first and process the event afterwards.'
const THEN_REPLAY = 'Then replay the event.'

const EXPLANATIONS: Record<
  FailureCause,
  (reported: { answered: string; error: string }) => Explanation
> = {
  unknown: () => ({
    happened: 'did not accept this event. The service doesn’t report what it answered.',
    meaning: 'As far as the service knows, the event never arrived.',
    fix: 'Ask whether the receiver had a problem. A replay shows what it answers now.',
  }),
  'too-late': ({ answered }) => ({
    happened: `${answered}, but not within 10 seconds, so the attempt counts as failed.`,
    meaning: `The receiver may have stored the event: ${MAY_REPEAT}`,
    fix: ANSWER_FIRST,
  }),
  'other-success': ({ answered }) => ({
    happened: `${answered}; only 200 counts as delivered.`,
    meaning: `This usually means success: the receiver has probably stored the event, and ${MAY_REPEAT}`,
    fix: 'The receiver should answer 200 instead. Nothing else has to change.',
  }),
  moved: ({ answered }) => ({
    happened: `${answered}: it has moved to another address. For security, events don’t follow redirects.`,
    meaning: 'The event most likely did not arrive.',
    fixer: 'settings',
    fix: 'Set the new address. Until then, a replay still goes to the old one.',
  }),
  redirect: ({ answered }) => ({
    happened: `${answered}: it redirected us to another address. For security, events don’t follow redirects.`,
    meaning: `It is unknown whether the receiver accepted the event. Some receivers redirect after they have stored it, and ${MAY_REPEAT}`,
    fixer: 'both',
    fix: 'Ask the operator whether the event is there. The receiver should answer 200 directly, or the address has to change.',
  }),
  unauthorized: ({ answered }) => ({
    happened: `${answered}: it refused us.`,
    meaning: `${NOT_ARRIVED} The receiver is up, but asks for a password or a permission.`,
    fix: `The receiver should accept the service’s webhooks at this address. ${THEN_REPLAY}`,
  }),
  'not-found': ({ answered }) => ({
    happened: `${answered}: nothing exists at this address.`,
    meaning: `${NOT_ARRIVED} The address has moved or was mistyped.`,
    fixer: 'both',
    fix: `Ask the operator for the right address, or to restore this one. ${THEN_REPLAY}`,
  }),
  gone: ({ answered }) => ({
    happened: `${answered}: this address was closed permanently.`,
    meaning: `${NOT_ARRIVED} A replay to this address will fail too.`,
    fixer: 'both',
    fix: 'Ask the operator where events should go now, and set that address.',
  }),
  'method-not-allowed': ({ answered }) => ({
    happened: `${answered}: something exists at this address, but it accepts no events.`,
    meaning: `${NOT_ARRIVED} The address is probably an ordinary web page.`,
    fixer: 'both',
    fix: `Ask the operator for the address that accepts webhooks (POST). ${THEN_REPLAY}`,
  }),
  'other-format': ({ answered }) => ({
    happened: `${answered}: it doesn’t accept the format of events (JSON).`,
    meaning: `${NOT_ARRIVED} Replays fail until the receiver accepts JSON.`,
    fix: `The receiver should accept application/json at this address. ${THEN_REPLAY}`,
  }),
  'too-large': ({ answered }) => ({
    happened: `${answered}: the event is larger than it accepts.`,
    meaning: `${NOT_ARRIVED} Replays fail until the receiver accepts larger requests.`,
    fix: `The receiver should accept larger requests. ${THEN_REPLAY}`,
  }),
  'too-busy': ({ answered }) => ({
    happened: `${answered}: it got more requests than it accepts at a time.`,
    meaning: `${NOT_ARRIVED} The receiver is up, but was too busy.`,
    fixer: 'time',
    fix: 'Replay the event at a quieter time. If it keeps failing, ask the operator to allow more.',
  }),
  rejected: ({ answered }) => ({
    happened: `${answered}: it rejected the content of the event.`,
    meaning: 'The event arrived, but the receiver did not accept it. It may reject a replay too.',
    fix: 'Ask what is wrong with this event, and show them the payload below.',
  }),
  'not-available': ({ answered }) => ({
    happened: `${answered}: it was down or overloaded.`,
    meaning: 'The event most likely did not arrive.',
    fix: 'This often recovers on its own: replay the event. If it keeps failing, contact them.',
  }),
  'own-error': ({ answered }) => ({
    happened: `${answered}, which means that it failed on its own side.`,
    meaning: 'The event arrived, but the receiver failed to process it.',
    fix: 'Ask them to look for an error at the times below. Once it is fixed, replay the event.',
  }),
  'odd-status': ({ answered }) => ({
    happened: `${answered}, which isn’t a valid answer to a webhook. Only 200 counts as delivered.`,
    meaning: 'It is unknown whether the receiver accepted the event.',
    fix: 'Show them this answer.',
  }),
  'certificate-expired': ({ error }) => ({
    happened: `could not prove its identity: its certificate ${formatExpiry(error)}.`,
    meaning: `${NOT_ARRIVED} ${NOT_PROVEN}`,
    fix: `Ask them to renew the certificate. ${THEN_REPLAY}`,
  }),
  'certificate-too-new': ({ error }) => ({
    happened: `could not prove its identity: its certificate is valid only from ${certificateDay(error) ?? 'a later day'}.`,
    meaning: `${NOT_ARRIVED} ${NOT_PROVEN}`,
    fix: `Ask them to install a certificate that is valid now. ${THEN_REPLAY}`,
  }),
  'certificate-name-mismatch': () => ({
    happened: 'could not prove its identity: its certificate is for another name.',
    meaning: `${NOT_ARRIVED} ${NOT_PROVEN}`,
    fixer: 'both',
    fix: `Either the certificate has to name this address, or the address is wrong. ${THEN_REPLAY}`,
  }),
  'certificate-revoked': () => ({
    happened: 'could not prove its identity: its certificate was revoked.',
    meaning: `${NOT_ARRIVED} ${NOT_PROVEN}`,
    fix: `Ask them to get a new certificate. ${THEN_REPLAY}`,
  }),
  'certificate-untrusted': () => ({
    happened: 'could not prove its identity: its certificate isn’t trusted.',
    meaning: `${NOT_ARRIVED} ${NOT_PROVEN}`,
    fix: `Ask them to get a certificate from a known authority, or to send all intermediate certificates. ${THEN_REPLAY}`,
  }),
  'client-certificate': () => ({
    happened: 'asks for a client certificate, and events are sent without one.',
    meaning: `${NOT_ARRIVED} Replays fail as long as the receiver asks for one.`,
    fix: `The receiver should accept events at this address without a client certificate. ${THEN_REPLAY}`,
  }),
  'no-secure-connection': () => ({
    happened: 'could not agree with us on a secure connection.',
    meaning: `${NOT_ARRIVED} Nothing was sent, because others could have read it.`,
    fix: `The receiver should answer over HTTPS with a valid certificate. ${THEN_REPLAY}`,
  }),
  'address-not-allowed': () => ({
    happened: 'has an address that events may not be sent to.',
    meaning: 'Nothing was sent. Receivers must have an https address on the public internet.',
    fixer: 'settings',
    fix: 'Set such an address.',
  }),
  'name-not-found': () => ({
    happened: 'could not be found: its name does not exist on the internet.',
    meaning: `${NOT_ARRIVED} The name was mistyped or has expired.`,
    fixer: 'both',
    fix: `Ask the operator whether the name is right and still registered. ${THEN_REPLAY}`,
  }),
  'name-not-looked-up': () => ({
    happened: 'could not be looked up: the name servers did not answer.',
    meaning: `${NOT_ARRIVED} The receiver itself may be fine.`,
    fixer: 'time',
    fix: 'Replay the event. If it keeps failing, ask the operator to check the name servers.',
  }),
  proxy: ({ error }) => ({
    happened: `was not reached, because the proxy for outgoing events failed: “${error}”.`,
    meaning: `${NOT_ARRIVED} The receiver itself may be fine.`,
    fixer: 'us',
    fix: `Ask them to check the proxy and what it allows. ${THEN_REPLAY}`,
  }),
  interim: () => ({
    happened: 'kept answering “wait” and never gave a final answer.',
    meaning: `It is unknown whether the receiver accepted the event: ${MAY_REPEAT}`,
    fix: `The receiver should answer 200 directly, without interim answers. ${THEN_REPLAY}`,
  }),
  'not-http': () => ({
    happened: 'answered, but not in valid HTTP.',
    meaning: `It is unknown whether the receiver accepted the event: ${MAY_REPEAT}`,
    fix: 'Ask them to check what answers at this address. The error text below helps them.',
  }),
  'no-connection': () => ({
    happened: 'could not be reached in time: nothing answered at its address.',
    meaning: `${NOT_ARRIVED} The receiver is switched off, or a firewall drops the request.`,
    fix: `Ask them to start the receiver or to let the service through. ${THEN_REPLAY}`,
  }),
  timeout: ({ error }) => ({
    happened: `did not answer within ${formatDeadline(error)}, so the attempt counts as failed.`,
    meaning: `The receiver may still have stored the event later: ${MAY_REPEAT}`,
    fix: ANSWER_FIRST,
  }),
  refused: () => ({
    happened: 'refused the connection: nothing is listening at its address.',
    meaning: `${NOT_ARRIVED} The receiver is switched off, or a firewall blocks us.`,
    fix: `Ask them to start the receiver or to let the service through. ${THEN_REPLAY}`,
  }),
  'broke-off': () => ({
    happened: 'closed the connection before it answered.',
    meaning: `It is unknown whether the receiver accepted the event: ${MAY_REPEAT}`,
    fix: `Ask them to look for crashes at the times below. ${THEN_REPLAY}`,
  }),
  unreachable: () => ({
    happened: 'could not be reached over the network.',
    meaning: NOT_ARRIVED,
    fix: `Ask them whether the receiver is up and open to the internet. ${THEN_REPLAY}`,
  }),
  other: ({ error }) => ({
    happened: `did not accept this event. The service reports: “${error}”.`,
    meaning: 'The event most likely did not arrive.',
    fix: 'Show them this text. A replay shows what the receiver answers now.',
  }),
}

/** The end of "its certificate …": "expired on 2 March 2026" */
export function formatExpiry(error: string): string {
  const day = certificateDay(error)
  if (day !== null) return `expired on ${day}`
  return error.includes(IN_CERTIFICATE_CHAIN)
    ? 'or one that vouches for it has expired'
    : 'has expired'
}
