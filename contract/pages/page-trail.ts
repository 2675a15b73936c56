import { isPlace, type NextPage, NOWHERE, type PageRequest } from './page-place.ts'

/** The pages that a reader of a whole list has visited, to notice a link that leads back to one. */
export class PageTrail {
  readonly #cursors = new Set<string>()

  constructor({ cursor }: PageRequest) {
    if (cursor !== undefined) this.#cursors.add(cursor)
  }

  /** The next page to read: NOWHERE if the link leads back. Page numbers only increase. */
  on(next: NextPage): NextPage {
    if (!isPlace(next) || next.cursor === undefined) return next
    if (this.#cursors.has(next.cursor)) return NOWHERE
    this.#cursors.add(next.cursor)
    return next
  }
}
