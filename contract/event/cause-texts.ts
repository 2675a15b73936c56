import { capitalise } from '../text/names.ts'
import { type FailureCause, failureCause, fillText, type Outcome } from './failure-cause.ts'

/** Who can fix a failure. The default is the operator of the receiver. */
type Fixer = 'operator' | 'settings' | 'time' | 'both' | 'us'

/**
 * The texts about one cause. `fillText` replaces the names in braces: "{answered}" becomes "answered 500".
 * Explanations speak to the account manager, the message to the customer or to the operator of the
 * receiver.
 */
export type CauseTexts = {
  /** Follows the receiver's name. */
  happened: string
  meaning: string
  fixer?: Fixer
  /** Default: the operator does the `task`, and then somebody replays the event. */
  fix?: string
  /** What a message says happened, if the drawer says it in another way. */
  message?: string
  /**
   * How far the request got: its name was looked up (1), it was connected (2), the connection was secure (3), or the
   * receiver said something (4). Causes without it may happen at any step, such as a timeout.
   */
  step?: number
  task?: MessageCause['task']
  reply?: MessageCause['reply']
  /** What messages in Afrikaans say. Its task follows "om". */
  af: MessageCause
}

export type MessageCause = {
  /** Follows the receiver's name. */
  happened: string
  /** What the operator has to do, after "Please" or "Please ask whoever runs your system to". */
  task?: string | undefined
  /** What either reader has to do, as sentences. */
  reply?: string | undefined
}

const NOT_ARRIVED = 'The event did not arrive.'
const UNKNOWN = 'It is unknown whether the receiver accepted the event'
const MAY_REPEAT = 'a replay may store it twice.'
const NOT_PROVEN = `${NOT_ARRIVED} Nothing was sent, because the receiver could not prove its identity.`
const NOT_IDENTIFIED = 'could not prove its identity: its certificate'
const THEN_REPLAY = 'Then replay the event.'
const ANSWER_FIRST = 'The receiver should answer first and process the event afterwards.'
const TASK_ANSWER_FIRST = 'make it answer first and process the data afterwards'
const LET_US_IN = 'check that it is running and that its firewall lets our requests through'
const IF_MOVED = 'If the address has changed, please reply with the new one.'
const IF_WRONG = 'If this is the wrong address, please reply with the right one.'
const ONLY_200 = 'Only status 200 counts as delivered.'
const ANSWER_200 = 'make it answer with status 200'

const AF_NOT_IDENTIFIED = 'kon nie sy identiteit bewys nie: sy sertifikaat'
const AF_ANSWER_FIRST = 'dit eers te laat antwoord en die data daarna te verwerk'
const AF_LET_US_IN = 'na te gaan of dit werk en of die brandmuur ons versoeke deurlaat'
const AF_IF_MOVED = 'As die adres verander het, antwoord asseblief met die nuwe een.'
const AF_IF_WRONG = 'As dit die verkeerde adres is, antwoord asseblief met die regte een.'
const AF_ONLY_200 = 'Net status 200 tel as afgelewer.'
const AF_ANSWER_200 = 'dit met status 200 te laat antwoord'

const CAUSE_TEXTS: Record<FailureCause, CauseTexts> = {
  unknown: {
    happened: 'did not accept this event. The service doesn’t report what it answered.',
    meaning: 'As far as the service knows, the event never arrived.',
    fix: 'Ask whether the receiver had a problem. A replay shows what it answers now.',
    message: 'did not accept our request. We do not know what it answered.',
    task: 'check whether it had a problem {when}',
    af: {
      happened: 'het ons versoek nie aanvaar nie. Ons weet nie wat dit geantwoord het nie.',
      task: 'na te gaan of daar {when} ’n probleem was',
    },
  },
  'too-late': {
    happened: '{answered}, but not within 10 seconds. This counts as a failure.',
    meaning: `The receiver may have stored the event: ${MAY_REPEAT}`,
    fix: ANSWER_FIRST,
    task: TASK_ANSWER_FIRST,
    af: {
      happened: '{answered}, maar nie binne 10 sekondes nie. Dit tel as ’n mislukking.',
      task: AF_ANSWER_FIRST,
    },
  },
  'other-success': {
    happened: `{answered}. ${ONLY_200}`,
    meaning: `This usually means success: the receiver has probably stored the event, and ${MAY_REPEAT}`,
    fix: 'The receiver should answer 200 instead. Nothing else has to change.',
    task: ANSWER_200,
    af: { happened: `{answered}. ${AF_ONLY_200}`, task: AF_ANSWER_200 },
  },
  moved: {
    happened:
      '{answered}, which means that it has moved to another address. For security, we do not follow redirects.',
    meaning: 'The event most likely did not arrive.',
    fixer: 'settings',
    fix: 'Set the new address. Until then, a replay still goes to the old one.',
    reply: 'Please reply with the new address.',
    af: {
      happened:
        '{answered}, wat beteken dat dit na ’n ander adres verskuif het. Om veiligheidsredes volg ons geen herleidings nie.',
      reply: 'Antwoord asseblief met die nuwe adres.',
    },
  },
  redirect: {
    happened:
      '{answered}, which redirected us to another address. For security, we do not follow redirects.',
    meaning: `${UNKNOWN}. Some receivers redirect after they have stored it, and ${MAY_REPEAT}`,
    fixer: 'both',
    fix: 'Ask the operator whether the event is there. The receiver should answer 200 directly, or the address has to change.',
    task: `${ANSWER_200} directly, without a redirect`,
    reply: IF_MOVED,
    af: {
      happened:
        '{answered}, wat ons na ’n ander adres herlei het. Om veiligheidsredes volg ons geen herleidings nie.',
      task: 'dit direk met status 200 te laat antwoord, sonder ’n herleiding',
      reply: AF_IF_MOVED,
    },
  },
  unauthorized: {
    happened: '{answered}, which means that it refused access.',
    meaning: `${NOT_ARRIVED} The receiver is up, but asks for a password or a permission.`,
    task: 'allow our requests to this address',
    af: {
      happened: '{answered}, wat beteken dat dit toegang geweier het.',
      task: 'ons versoeke by hierdie adres toe te laat',
    },
  },
  'not-found': {
    happened: '{answered}, which means that nothing exists at this address.',
    meaning: `${NOT_ARRIVED} The address has moved or was mistyped.`,
    fixer: 'both',
    fix: `Ask the operator for the right address, or to restore this one. ${THEN_REPLAY}`,
    task: 'restore this address',
    reply: IF_MOVED,
    af: {
      happened: '{answered}, wat beteken dat daar niks by hierdie adres bestaan nie.',
      task: 'hierdie adres te herstel',
      reply: AF_IF_MOVED,
    },
  },
  gone: {
    happened: '{answered}, which means that this address was closed permanently.',
    meaning: `${NOT_ARRIVED} A replay to this address will fail too.`,
    fixer: 'both',
    fix: 'Ask the operator where events should go now, and set that address.',
    reply: 'Please reply with the address that replaces it.',
    af: {
      happened: '{answered}, wat beteken dat hierdie adres permanent gesluit is.',
      reply: 'Antwoord asseblief met die adres wat dit vervang.',
    },
  },
  'method-not-allowed': {
    happened: '{answered}, which means that this address does not accept POST requests.',
    meaning: `${NOT_ARRIVED} The address is probably an ordinary web page.`,
    fixer: 'both',
    fix: `Ask the operator for the address that accepts webhooks (POST). ${THEN_REPLAY}`,
    task: 'accept POST requests at this address',
    reply: IF_WRONG,
    af: {
      happened: '{answered}, wat beteken dat hierdie adres nie POST-versoeke aanvaar nie.',
      task: 'POST-versoeke by hierdie adres te aanvaar',
      reply: AF_IF_WRONG,
    },
  },
  'other-format': {
    happened: '{answered}, which means that it does not accept JSON.',
    meaning: `${NOT_ARRIVED} Replays fail until the receiver accepts JSON.`,
    task: 'accept application/json at this address',
    af: {
      happened: '{answered}, wat beteken dat dit nie JSON aanvaar nie.',
      task: 'application/json by hierdie adres te aanvaar',
    },
  },
  'too-large': {
    happened: '{answered}, which means that our request was larger than it accepts.',
    meaning: `${NOT_ARRIVED} Replays fail until the receiver accepts larger requests.`,
    task: 'accept larger requests',
    af: {
      happened: '{answered}, wat beteken dat ons versoek groter was as wat dit aanvaar.',
      task: 'groter versoeke te aanvaar',
    },
  },
  'too-busy': {
    happened: '{answered}, which means that it got more requests than it accepts at a time.',
    meaning: `${NOT_ARRIVED} The receiver is up, but was too busy.`,
    fixer: 'time',
    fix: 'Replay the event at a quieter time. If it keeps failing, ask the operator to allow more.',
    task: 'accept more requests at a time',
    af: {
      happened:
        '{answered}, wat beteken dat dit meer versoeke ontvang het as wat dit op ’n slag aanvaar.',
      task: 'meer versoeke op ’n slag te aanvaar',
    },
  },
  rejected: {
    happened: '{answered}, which means that it rejected what we sent.',
    meaning: 'The event arrived, but the receiver did not accept it. It may reject a replay too.',
    fix: 'Ask what is wrong with this event, and show them the payload below.',
    task: 'find out why it rejected our requests {when}',
    reply: 'If we need to change something, please tell us.',
    af: {
      happened: '{answered}, wat beteken dat dit geweier het wat ons gestuur het.',
      task: 'uit te vind waarom ons versoeke {when} geweier is',
      reply: 'Laat weet ons asseblief as ons iets moet verander.',
    },
  },
  'not-available': {
    happened: '{answered}, which means that it was down or overloaded.',
    meaning: 'The event most likely did not arrive.',
    fix: 'This often recovers on its own: replay the event. If it keeps failing, contact them.',
    task: 'check that it is running again',
    af: {
      happened: '{answered}, wat beteken dat dit buite werking of oorlaai was.',
      task: 'na te gaan of dit weer werk',
    },
  },
  'own-error': {
    happened: '{answered}, which means that it failed to process what we sent.',
    meaning: 'The event arrived, but the receiver failed to process it.',
    fix: 'Ask them to look for an error at the times below. Once it is fixed, replay the event.',
    task: 'find and fix the error that happened {when}',
    af: {
      happened: '{answered}, wat beteken dat dit nie kon verwerk wat ons gestuur het nie.',
      task: 'die fout wat {when} voorgekom het, op te spoor en reg te stel',
    },
  },
  'odd-status': {
    happened: `{answered}, which is not a valid answer. ${ONLY_200}`,
    meaning: `${UNKNOWN}.`,
    fix: 'Show them this answer.',
    task: ANSWER_200,
    af: {
      happened: `{answered}, wat nie ’n geldige antwoord is nie. ${AF_ONLY_200}`,
      task: AF_ANSWER_200,
    },
  },
  'certificate-expired': {
    step: 3,
    happened: `${NOT_IDENTIFIED} {expiry}.`,
    meaning: NOT_PROVEN,
    task: 'renew the certificate',
    af: { happened: `${AF_NOT_IDENTIFIED} {expiry}.`, task: 'die sertifikaat te hernu' },
  },
  'certificate-too-new': {
    step: 3,
    happened: `${NOT_IDENTIFIED} is valid only from {start}.`,
    meaning: NOT_PROVEN,
    task: 'install a certificate that is valid now',
    af: {
      happened: `${AF_NOT_IDENTIFIED} is eers vanaf {start} geldig.`,
      task: '’n sertifikaat te installeer wat nou geldig is',
    },
  },
  'certificate-name-mismatch': {
    step: 3,
    happened: `${NOT_IDENTIFIED} is for another name.`,
    meaning: NOT_PROVEN,
    fixer: 'both',
    fix: `Either the certificate has to name this address, or the address is wrong. ${THEN_REPLAY}`,
    task: 'install a certificate for this address',
    reply: IF_WRONG,
    af: {
      happened: `${AF_NOT_IDENTIFIED} is vir ’n ander naam.`,
      task: '’n sertifikaat vir hierdie adres te installeer',
      reply: AF_IF_WRONG,
    },
  },
  'certificate-revoked': {
    step: 3,
    happened: `${NOT_IDENTIFIED} was revoked.`,
    meaning: NOT_PROVEN,
    task: 'install a new certificate',
    af: { happened: `${AF_NOT_IDENTIFIED} is herroep.`, task: '’n nuwe sertifikaat te installeer' },
  },
  'certificate-untrusted': {
    step: 3,
    happened: `${NOT_IDENTIFIED} is not trusted.`,
    meaning: NOT_PROVEN,
    task: 'install a certificate from a known authority, with all intermediate certificates',
    af: {
      happened: `${AF_NOT_IDENTIFIED} word nie vertrou nie.`,
      task: '’n sertifikaat van ’n bekende owerheid te installeer, met alle tussensertifikate',
    },
  },
  'client-certificate': {
    step: 3,
    happened: 'asked for a client certificate, which we do not have.',
    meaning: `${NOT_ARRIVED} Replays fail as long as the receiver asks for one.`,
    task: 'accept our requests without a client certificate',
    af: {
      happened: 'het vir ’n kliëntsertifikaat gevra, wat ons nie het nie.',
      task: 'ons versoeke sonder ’n kliëntsertifikaat te aanvaar',
    },
  },
  'no-secure-connection': {
    step: 3,
    happened: 'could not agree with us on a secure connection.',
    meaning: `${NOT_ARRIVED} Nothing was sent, because others could have read it.`,
    task: 'make it answer over HTTPS with a valid certificate',
    af: {
      happened: 'kon nie met ons oor ’n veilige verbinding ooreenkom nie.',
      task: 'dit oor HTTPS met ’n geldige sertifikaat te laat antwoord',
    },
  },
  'address-not-allowed': {
    happened: 'has an address that we may not send to.',
    meaning: 'Nothing was sent. Receivers must have an https address on the public internet.',
    fixer: 'settings',
    fix: 'Set such an address.',
    reply: 'Please reply with an https address on the public internet.',
    af: {
      happened: 'het ’n adres waarheen ons nie mag stuur nie.',
      reply: 'Antwoord asseblief met ’n https-adres op die openbare internet.',
    },
  },
  'name-not-found': {
    step: 1,
    happened: 'could not be found: its name does not exist on the internet.',
    meaning: `${NOT_ARRIVED} The name was mistyped or has expired.`,
    fixer: 'both',
    fix: `Ask the operator whether the name is right and still registered. ${THEN_REPLAY}`,
    task: 'check that its name is still registered',
    reply: IF_MOVED,
    af: {
      happened: 'kon nie gevind word nie: sy naam bestaan nie op die internet nie.',
      task: 'na te gaan of die naam nog geregistreer is',
      reply: AF_IF_MOVED,
    },
  },
  'name-not-looked-up': {
    step: 1,
    happened: 'could not be found: its name servers did not answer.',
    meaning: `${NOT_ARRIVED} The receiver itself may be fine.`,
    fixer: 'time',
    fix: 'Replay the event. If it keeps failing, ask the operator to check the name servers.',
    task: 'check its name servers',
    af: {
      happened: 'kon nie gevind word nie: sy naambedieners het nie geantwoord nie.',
      task: 'die naambedieners na te gaan',
    },
  },
  proxy: {
    happened: 'was not reached, because the proxy for outgoing events failed: “{error}”.',
    meaning: `${NOT_ARRIVED} The receiver itself may be fine.`,
    fixer: 'us',
    fix: `Ask them to check the proxy and what it allows. ${THEN_REPLAY}`,
    message: 'was not reached, because of a fault on our side.',
    af: { happened: 'is nie bereik nie, weens ’n fout aan ons kant.' },
  },
  interim: {
    happened: 'kept answering “wait” and never gave a final answer.',
    meaning: `${UNKNOWN}: ${MAY_REPEAT}`,
    task: `${ANSWER_200} directly, without interim answers`,
    af: {
      happened: 'het aanhou “wag” antwoord en nooit ’n finale antwoord gegee nie.',
      task: 'dit direk met status 200 te laat antwoord, sonder tussentydse antwoorde',
    },
  },
  'not-http': {
    step: 4,
    happened: 'answered, but not in valid HTTP.',
    meaning: `${UNKNOWN}: ${MAY_REPEAT}`,
    fix: 'Ask them to check what answers at this address. The error text below helps them.',
    task: 'check what answers at this address',
    af: {
      happened: 'het geantwoord, maar nie in geldige HTTP nie.',
      task: 'na te gaan wat by hierdie adres antwoord',
    },
  },
  'no-connection': {
    step: 2,
    happened: 'could not be reached in time: nothing answered at its address.',
    meaning: `${NOT_ARRIVED} The receiver is switched off, or a firewall drops the request.`,
    task: LET_US_IN,
    af: {
      happened: 'kon nie betyds bereik word nie: niks het by sy adres geantwoord nie.',
      task: AF_LET_US_IN,
    },
  },
  timeout: {
    happened: 'did not answer within {deadline}.',
    meaning: `The receiver may still have stored the event later: ${MAY_REPEAT}`,
    fix: ANSWER_FIRST,
    task: TASK_ANSWER_FIRST,
    af: { happened: 'het nie binne {deadline} geantwoord nie.', task: AF_ANSWER_FIRST },
  },
  refused: {
    step: 2,
    happened: 'refused the connection: nothing is listening at its address.',
    meaning: `${NOT_ARRIVED} The receiver is switched off, or a firewall blocks us.`,
    task: LET_US_IN,
    af: {
      happened: 'het die verbinding geweier: niks luister by sy adres nie.',
      task: AF_LET_US_IN,
    },
  },
  'broke-off': {
    happened: 'closed the connection before it answered.',
    meaning: `${UNKNOWN}: ${MAY_REPEAT}`,
    fix: `Ask them to look for crashes at the times below. ${THEN_REPLAY}`,
    task: 'check whether it crashed {when}',
    af: {
      happened: 'het die verbinding gesluit voordat dit geantwoord het.',
      task: 'na te gaan of dit {when} onverwags gestop het',
    },
  },
  unreachable: {
    step: 2,
    happened: 'could not be reached over the network.',
    meaning: NOT_ARRIVED,
    task: 'check that it is running and open to the internet',
    af: {
      happened: 'kon nie oor die netwerk bereik word nie.',
      task: 'na te gaan of dit werk en vanaf die internet bereikbaar is',
    },
  },
  other: {
    happened: 'did not accept this event. The service reports: “{error}”.',
    meaning: `${UNKNOWN}: ${MAY_REPEAT}`,
    fix: 'Show them this text. A replay shows what the receiver answers now.',
    message: 'did not accept our request. Our log says: “{error}”.',
    task: 'find out what went wrong {when}',
    af: {
      happened: 'het ons versoek nie aanvaar nie. Ons log sê: “{error}”.',
      task: 'uit te vind wat {when} verkeerd geloop het',
    },
  },
}

export function causeTexts(outcome: Outcome | null): CauseTexts {
  return CAUSE_TEXTS[failureCause(outcome)]
}

type Receiver = { company: string | null; host: string | null }

/** Why a delivery failed, for someone who has never seen a status code. */
export type FailureExplanation = {
  /** "Acme Cars’ receiver (hooks.example) answered 500, which means that it failed on its own side." */
  happened: string
  meaning: string
  /** Who can fix it: "The operator of Acme Cars’ receiver" */
  fixer: string
  fix: string
}

/** @param outcome of the last attempt; null if the service reports no attempts */
export function explainFailure(outcome: Outcome | null, receiver: Receiver): FailureExplanation {
  const { happened, meaning, fixer = 'operator', task, fix } = causeTexts(outcome)
  return {
    happened: `${introduceReceiver(receiver)} ${fillText(happened, outcome)}`,
    meaning,
    fixer: fixerName(fixer, receiver),
    fix: fix ?? `Ask them to ${task}. ${THEN_REPLAY}`,
  }
}

function fixerName(fixer: Fixer, receiver: Receiver): string {
  if (fixer === 'settings') return 'The person who sets the receiver of the tracking number'
  if (fixer === 'time') return 'Nobody, if it recovers'
  if (fixer === 'us') return 'The operator of the sending service'
  const operator = `The operator of ${describeReceiver(receiver)}`
  return fixer === 'both' ? `${operator}, and the person who sets the receiver` : operator
}

/** A readable name: "Acme Cars’ receiver", "the receiver at hooks.example". */
function describeReceiver({ company, host }: Receiver): string {
  if (company !== null) return `${possessive(company)} receiver`
  return host === null ? 'the receiver' : `the receiver at ${host}`
}

/** The name at the start of a sentence, followed by the host if the name doesn't contain it. */
function introduceReceiver(receiver: Receiver): string {
  const name = capitalise(describeReceiver(receiver))
  return receiver.company !== null && receiver.host !== null ? `${name} (${receiver.host})` : name
}

/** "Acme Cars’", "Bela’s" */
export function possessive(name: string): string {
  return /s$/i.test(name) ? `${name}’` : `${name}’s`
}
