import type { EventFields } from '../../../../contract/fields/read-event.ts'
import type { PageAsked } from '../../../../contract/pages/page-place.ts'
import { BadAnswer } from '../../upstream/upstream-error.ts'
import { type ListPage, parseListPage } from './parse-list-page.ts'

/** The result of a page. Instances of our own error classes can't be sent to another thread. */
export type ParsedPage = { page: ListPage } | { problem: string }

type Job = { body: Uint8Array; at: PageAsked; fields: EventFields | null }

/** Parses a page that would block the main thread. */
export default function parse({ body, at, fields }: Job): ParsedPage {
  try {
    return { page: parseListPage(body, at, fields) }
  } catch (error) {
    if (error instanceof BadAnswer) return { problem: error.message }
    throw error
  }
}
