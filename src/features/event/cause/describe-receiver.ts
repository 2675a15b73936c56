import { capitalise } from '../../../format/text.ts'

/** The known facts about the receiver of a delivery. */
export type Receiver = { company: string | null; host: string | null }

/** A readable name: "Acme Cars’ receiver", "the receiver at hooks.example". */
export function describeReceiver({ company, host }: Receiver): string {
  if (company !== null) return `${possessive(company)} receiver`
  return host === null ? 'the receiver' : `the receiver at ${host}`
}

/** The name at the start of a sentence, followed by the host if the name doesn't contain it. */
export function introduceReceiver(receiver: Receiver): string {
  const name = capitalise(describeReceiver(receiver))
  return receiver.company !== null && receiver.host !== null ? `${name} (${receiver.host})` : name
}

/** "Acme Cars’", "Bela’s" */
export function possessive(name: string): string {
  return /s$/i.test(name) ? `${name}’` : `${name}’s`
}
