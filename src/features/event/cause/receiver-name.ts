import { possessive } from './tries-words.ts'

/** What is known of who a delivery goes to. */
export type Receiver = { company: string | null; host: string | null }

/** As a person would call it: "Acme Cars’ receiver", "the receiver at hooks.example". */
export function receiverName({ company, host }: Receiver): string {
  if (company !== null) return `${possessive(company)} receiver`
  return host === null ? 'the receiver' : `the receiver at ${host}`
}

/** At the beginning of a sentence, with its address where that isn't its name. */
export function receiverIntroduction(receiver: Receiver): string {
  const name = capital(receiverName(receiver))
  return receiver.company !== null && receiver.host !== null ? `${name} (${receiver.host})` : name
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
