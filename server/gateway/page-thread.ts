import type { PageRequest } from '../../contract/pages/page-place.ts'
import { parseFullPage as fullPage } from './events/page/parse-full-page.ts'
import { parseShownPage as shownPage } from './events/page/parse-shown-page.ts'
import { parseEventPage as eventPage } from './events/reading/parse-event-page.ts'
import type { PageJob, ParsedPage, ParsePage } from './replays/reading/parse-in-thread.ts'
import { parseListPage as listPage } from './replays/reading/parse-list-page.ts'
import { BadAnswer } from './upstream/upstream-error.ts'

/* The functions of a thread that parses pages that would block the main thread. Their names are those of the parsers. */

export const parseListPage = inThread(listPage)
export const parseEventPage = inThread(eventPage)
export const parseShownPage = inThread(shownPage)
export const parseFullPage = inThread(fullPage)

/** Instances of our own error classes can't be sent to another thread. */
function inThread<Page, At extends PageRequest>(parse: ParsePage<Page, At>) {
  return ({ body, at, fields }: PageJob<At>): ParsedPage<Page> => {
    try {
      return { page: parse(body, at, fields) }
    } catch (error) {
      if (error instanceof BadAnswer) return { problem: error.message }
      throw error
    }
  }
}
