import { capitalise } from '../../../format/text.ts'
import type { Fixer } from './cause-texts.ts'
import { causeTexts } from './cause-texts.ts'
import { fillText, type Outcome } from './failure-cause.ts'

/** The known facts about the receiver of a delivery. */
type Receiver = { company: string | null; host: string | null }

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
  const { happened, meaning, fixer = 'operator', fix } = causeTexts(outcome)
  return {
    happened: `${introduceReceiver(receiver)} ${fillText(happened, outcome)}`,
    meaning,
    fixer: fixerName(fixer, receiver),
    fix,
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
