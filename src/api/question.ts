import { UNCONFIRMED_COMPANIES_HEADER, UNCONFIRMED_HEADER } from '../../contract/session.ts'

/** Resolves to whether the person answered, so that the change can be sent again. */
type Ask<Asked> = (asked: Asked) => Promise<boolean>

/** A question that a person must answer before the gateway makes a change, and the function that asks it. */
class Question<Asked> {
  #ask: Ask<Asked> | null = null
  #asking: Promise<boolean> | null = null

  /**
   * Registers the function that asks the person.
   *
   * @returns a function that unregisters it
   */
  readonly onAsked = (ask: Ask<Asked>): (() => void) => {
    this.#ask = ask
    return () => {
      if (this.#ask === ask) this.#ask = null
    }
  }

  /** Asks once, for all changes that wait for the answer. */
  ask(asked: Asked): Promise<boolean> {
    this.#asking ??= (this.#ask?.(asked) ?? Promise.resolve(false)).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }
}

/** The person's name, when their first change needs it. */
export const nameQuestion = new Question<null>()

/** Hosts that Redial found in a field of the service, and the companies of the events for them. */
export type UnconfirmedReceivers = { receivers: string[]; companies: string[] }

/** What an answer asks a person to confirm; null if that is nothing. */
export function unconfirmedReceivers(headers: Headers): UnconfirmedReceivers | null {
  const listIn = (name: string) => headers.get(name)?.split(',').filter(Boolean) ?? []
  const receivers = listIn(UNCONFIRMED_HEADER)
  const companies = listIn(UNCONFIRMED_COMPANIES_HEADER).map(decodeURIComponent)
  return receivers.length === 0 ? null : { receivers, companies }
}

/** Whether events may be sent there. */
export const receiverQuestion = new Question<UnconfirmedReceivers>()
