import type { PageAsked } from '../../../contract/page-place.ts'
import { BadAnswer } from '../upstream/upstream-error.ts'
import { type ListPage, parseListPage } from './parse-list-page.ts'

/** What a page came to in a thread of its own; errors of our own classes don't cross over. */
export type ParsedPage = { page: ListPage } | { problem: string }

/** Parses a page that would keep the main thread from other requests. */
export default function parse({ body, at }: { body: Uint8Array; at: PageAsked }): ParsedPage {
  try {
    return { page: parseListPage(body, at) }
  } catch (error) {
    if (error instanceof BadAnswer) return { problem: error.message }
    throw error
  }
}
