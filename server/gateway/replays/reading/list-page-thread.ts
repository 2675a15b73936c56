import type { EventFields } from '../../../../contract/fields/read-event.ts'
import type { PageAsked } from '../../../../contract/pages/page-place.ts'
import { BadAnswer } from '../../upstream/upstream-error.ts'
import { type ListedEvent, type ListPage, parseListPage } from './parse-list-page.ts'

/** What a page came to; errors of our own classes don't cross over to another thread. */
export type ParsedPage = { page: Omit<ListPage, 'events'>; listed: number } | { problem: string }

/** The events of pages that are not all taken yet. */
const parsed = new Map<string, ListedEvent[]>()

/** Parses a page that would keep the main thread from other requests. Its events are taken in parts. */
export function parse(job: {
  id: string
  body: Uint8Array
  at: PageAsked
  fields: EventFields | null
}): ParsedPage {
  try {
    const { events, ...page } = parseListPage(job.body, job.at, job.fields)
    parsed.set(job.id, events.reverse())
    return { page, listed: events.length }
  } catch (error) {
    if (error instanceof BadAnswer) return { problem: error.message }
    throw error
  }
}

/** To take more at once would keep the main thread busy again. */
const MAX_TAKEN = 1_000
const MAX_CHARACTERS = 1_000_000

/** The next events of a page in their order; none after the last. */
export function take({ id }: { id: string }): ListedEvent[] {
  const left = parsed.get(id) ?? []
  const taken: ListedEvent[] = []
  let characters = 0
  while (taken.length < MAX_TAKEN && characters < MAX_CHARACTERS) {
    const event = left.pop()
    if (event === undefined) {
      parsed.delete(id)
      break
    }
    taken.push(event)
    characters += event.payload.length
  }
  return taken
}
