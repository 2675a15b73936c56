import type { EventFields } from '../../../../contract/fields/read-event.ts'
import type { PageAsked } from '../../../../contract/pages/page-place.ts'
import { BadAnswer } from '../../upstream/upstream-error.ts'
import { type ListedEvent, type ListPage, parseListPage } from './parse-list-page.ts'

/** The result of a page. Instances of our own error classes can't be sent to another thread. */
export type ParsedPage = { page: Omit<ListPage, 'events'>; listed: number } | { problem: string }

/** The events of pages that the main thread has not taken completely. */
const parsed = new Map<string, ListedEvent[]>()

/** Parses a page that would block the main thread. The main thread takes its events in parts. */
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

/** Taking more at once would block the main thread again. */
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
