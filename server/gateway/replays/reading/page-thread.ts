import type { EventFields } from '../../../../contract/fields/read-event.ts'
import type { PageAsked } from '../../../../contract/pages/page-place.ts'
import { BadAnswer } from '../../upstream/upstream-error.ts'
import type { PageOf } from './parse-list-page.ts'

type ParsePage<Event> = (
  body: Uint8Array,
  at: PageAsked,
  fields: EventFields | null,
) => PageOf<Event>

/** How the events of a page are parsed, in this thread or another one. */
export type PageParser<Event> = {
  parse: ParsePage<Event>
  /** The module that exports `pageThread(parse)`. */
  thread: string
}

export type PageJob = { body: Uint8Array; at: PageAsked; fields: EventFields | null }

/** The result of a page. Instances of our own error classes can't be sent to another thread. */
export type ParsedPage<Event> = { page: PageOf<Event> } | { problem: string }

/** The function of a thread that parses pages that would block the main thread. */
export function pageThread<Event>(parse: ParsePage<Event>) {
  return ({ body, at, fields }: PageJob): ParsedPage<Event> => {
    try {
      return { page: parse(body, at, fields) }
    } catch (error) {
      if (error instanceof BadAnswer) return { problem: error.message }
      throw error
    }
  }
}
