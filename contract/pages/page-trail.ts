import { isPlace, type NextPage, NOWHERE, type PageAsked } from './page-place.ts'

/** The pages that a reader of a whole list has come by, to notice a link that leads back to one. */
export class PageTrail {
  readonly #turns = new Set<string>()

  constructor({ turn }: PageAsked) {
    if (turn !== undefined) this.#turns.add(turn)
  }

  /** Where to go on from a page: NOWHERE where its link leads back. Numbers only go up. */
  on(next: NextPage): NextPage {
    if (!isPlace(next) || next.turn === undefined) return next
    if (this.#turns.has(next.turn)) return NOWHERE
    this.#turns.add(next.turn)
    return next
  }
}
