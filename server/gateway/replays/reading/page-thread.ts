import type { EventFields } from '../../../../contract/fields/read-event.ts'
import type { PageRequest } from '../../../../contract/pages/page-place.ts'
import { BadAnswer } from '../../upstream/upstream-error.ts'

type ParsePage<At extends PageRequest, Page> = (
  body: Uint8Array,
  at: At,
  fields: EventFields,
) => Page

/** How a page is parsed, in this thread or another one. */
export type PageParser<Page, At extends PageRequest = PageRequest> = {
  parse: ParsePage<At, Page>
  /** The module that exports `pageThread(parse)`. */
  thread: string
}

export type PageJob<At extends PageRequest = PageRequest> = {
  body: Uint8Array
  at: At
  fields: EventFields
}

/** The result of a page. Instances of our own error classes can't be sent to another thread. */
export type ParsedPage<Page> = { page: Page } | { problem: string }

/** The function of a thread that parses pages that would block the main thread. */
export function pageThread<At extends PageRequest, Page>(parse: ParsePage<At, Page>) {
  return ({ body, at, fields }: PageJob<At>): ParsedPage<Page> => {
    try {
      return { page: parse(body, at, fields) }
    } catch (error) {
      if (error instanceof BadAnswer) return { problem: error.message }
      throw error
    }
  }
}
