import { shownText } from '../../../contract/text/shown-text.ts'
import { certificateDay } from '../event/cause/certificate-day.ts'
import { formatExpiry } from '../event/cause/explain-failure.ts'
import {
  type FailureCause,
  failureCause,
  formatDeadline,
  type Outcome,
} from '../event/cause/failure-cause.ts'

/**
 * What a message says about a failure. Its reader is the customer or the operator of the receiver,
 * while explain-failure.ts speaks to the account manager.
 */
export type CauseText = {
  /** Follows "Your system (hooks.example)". */
  happened: string
  /** Whether the receiver may have stored the event, so that it gets it twice. */
  mayRepeat?: boolean
  /** What the operator has to do, after "Please" or "Please ask whoever runs your system to". */
  task?: string
  /** What either reader has to do, as sentences. */
  reply?: string
  /** Whether the fault is the sender's, so that the reader has nothing to do. */
  isOurs?: boolean
}

type Reported = {
  answered: string
  error: string
  /** "at the times below" */
  when: string
}

/** @param when the times that the message lists: "at the times below" */
export function causeText(outcome: Outcome | null, when: string): CauseText {
  return TEXTS[failureCause(outcome)]({
    answered: outcome?.status == null ? 'answered' : `answered ${outcome.status}`,
    error: shownText(outcome?.error?.trim() ?? ''),
    when,
  })
}

const NOT_IDENTIFIED = 'could not prove its identity: its certificate'
const ANSWER_FIRST = 'make it answer first and process the data afterwards'
const LET_US_IN = 'check that it is running and that its firewall lets our requests through'
const IF_MOVED = 'If the address has changed, please reply with the new one.'
const IF_WRONG = 'If this is the wrong address, please reply with the right one.'
const ONLY_200 = 'We only count status 200 as delivered.'
const ANSWER_200 = 'make it answer with status 200'

const TEXTS: Record<FailureCause, (reported: Reported) => CauseText> = {
  unknown: ({ when }) => ({
    happened: 'did not accept our request. We do not know what it answered.',
    mayRepeat: true,
    task: `check whether it had a problem ${when}`,
  }),
  'too-late': ({ answered }) => ({
    happened: `${answered}, but not within 10 seconds. This counts as a failure.`,
    mayRepeat: true,
    task: ANSWER_FIRST,
  }),
  'other-success': ({ answered }) => ({
    happened: `${answered}. ${ONLY_200}`,
    mayRepeat: true,
    task: ANSWER_200,
  }),
  moved: ({ answered }) => ({
    happened: `${answered}, which means that it has moved to another address. For security, we do not follow redirects.`,
    reply: 'Please reply with the new address.',
  }),
  redirect: ({ answered }) => ({
    happened: `${answered}, which redirected us to another address. For security, we do not follow redirects.`,
    mayRepeat: true,
    task: `${ANSWER_200} directly, without a redirect`,
    reply: IF_MOVED,
  }),
  unauthorized: ({ answered }) => ({
    happened: `${answered}, which means that it refused access.`,
    task: 'allow our requests to this address',
  }),
  'not-found': ({ answered }) => ({
    happened: `${answered}, which means that nothing exists at this address.`,
    task: 'restore this address',
    reply: IF_MOVED,
  }),
  gone: ({ answered }) => ({
    happened: `${answered}, which means that this address was closed permanently.`,
    reply: 'Please reply with the address that replaces it.',
  }),
  'method-not-allowed': ({ answered }) => ({
    happened: `${answered}, which means that this address does not accept POST requests.`,
    task: 'accept POST requests at this address',
    reply: IF_WRONG,
  }),
  'other-format': ({ answered }) => ({
    happened: `${answered}, which means that it does not accept JSON.`,
    task: 'accept application/json at this address',
  }),
  'too-large': ({ answered }) => ({
    happened: `${answered}, which means that our request was larger than it accepts.`,
    task: 'accept larger requests',
  }),
  'too-busy': ({ answered }) => ({
    happened: `${answered}, which means that it got more requests than it accepts at a time.`,
    task: 'accept more requests at a time',
  }),
  rejected: ({ answered, when }) => ({
    happened: `${answered}, which means that it rejected what we sent.`,
    task: `find out why it rejected our requests ${when}`,
    reply: 'If we need to change something, please tell us.',
  }),
  'not-available': ({ answered }) => ({
    happened: `${answered}, which means that it was down or overloaded.`,
    task: 'check that it is running again',
  }),
  'own-error': ({ answered, when }) => ({
    happened: `${answered}, which means that it failed to process what we sent.`,
    task: `find and fix the error that happened ${when}`,
  }),
  'odd-status': ({ answered }) => ({
    happened: `${answered}, which is not a valid answer. ${ONLY_200}`,
    mayRepeat: true,
    task: ANSWER_200,
  }),
  'certificate-expired': ({ error }) => ({
    happened: `${NOT_IDENTIFIED} ${formatExpiry(error)}.`,
    task: 'renew the certificate',
  }),
  'certificate-too-new': ({ error }) => ({
    happened: `${NOT_IDENTIFIED} is valid only from ${certificateDay(error) ?? 'a later day'}.`,
    task: 'install a certificate that is valid now',
  }),
  'certificate-name-mismatch': () => ({
    happened: `${NOT_IDENTIFIED} is for another name.`,
    task: 'install a certificate for this address',
    reply: IF_WRONG,
  }),
  'certificate-revoked': () => ({
    happened: `${NOT_IDENTIFIED} was revoked.`,
    task: 'install a new certificate',
  }),
  'certificate-untrusted': () => ({
    happened: `${NOT_IDENTIFIED} is not trusted.`,
    task: 'install a certificate from a known authority, with all intermediate certificates',
  }),
  'client-certificate': () => ({
    happened: 'asked for a client certificate, which we do not have.',
    task: 'accept our requests without a client certificate',
  }),
  'no-secure-connection': () => ({
    happened: 'could not agree on a secure connection with us.',
    task: 'make it answer over HTTPS with a valid certificate',
  }),
  'address-not-allowed': () => ({
    happened: 'has an address that we may not send to.',
    reply: 'Please reply with an https address on the public internet.',
  }),
  'name-not-found': () => ({
    happened: 'could not be found: its name does not exist on the internet.',
    task: 'check that its name is still registered',
    reply: IF_MOVED,
  }),
  'name-not-looked-up': () => ({
    happened: 'could not be found: its name servers did not answer.',
    task: 'check its name servers',
  }),
  proxy: () => ({
    happened: 'was not reached, because of a fault on our side.',
    isOurs: true,
  }),
  interim: () => ({
    happened: 'kept answering “wait” and never gave a final answer.',
    mayRepeat: true,
    task: `${ANSWER_200} directly, without interim answers`,
  }),
  'not-http': () => ({
    happened: 'answered, but not in valid HTTP.',
    mayRepeat: true,
    task: 'check what answers at this address',
  }),
  'no-connection': () => ({
    happened: 'could not be reached in time: nothing answered at its address.',
    task: LET_US_IN,
  }),
  timeout: ({ error }) => ({
    happened: `did not answer within ${formatDeadline(error)}.`,
    mayRepeat: true,
    task: ANSWER_FIRST,
  }),
  refused: () => ({
    happened: 'refused the connection: nothing is listening at its address.',
    task: LET_US_IN,
  }),
  'broke-off': ({ when }) => ({
    happened: 'closed the connection before it answered.',
    mayRepeat: true,
    task: `check whether it crashed ${when}`,
  }),
  unreachable: () => ({
    happened: 'could not be reached over the network.',
    task: 'check that it is running and open to the internet',
  }),
  other: ({ error, when }) => ({
    happened: `did not accept our request. Our log says: “${error}”.`,
    mayRepeat: true,
    task: `find out what went wrong ${when}`,
  }),
}
