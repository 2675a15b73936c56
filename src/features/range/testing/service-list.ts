import { numbered, type PagePlace } from '../../../../contract/pages/page-place.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { IdentifiedEvent } from '../../event/event-identity.ts'
import { type ListedPage, readRange } from '../range-reader.ts'
import { NOT_READ, type RangeReading } from '../range-reading.ts'

export function event(id: string, payload: unknown = {}): IdentifiedEvent {
  return {
    id,
    event: null,
    callback_url: null,
    attempts: [],
    attempts_path: [],
    attempt_count: null,
    outcome: null,
    call: null,
    failed_at: null,
    payload,
    unknown_fields: {},
  }
}

/** A service's list, newest first, which does to itself what a test wants before a page is read. */
export function serviceList(ids: number[], pageSize = 3, { named = true, counts = true } = {}) {
  const list = {
    ids: [...ids],
    asked: [] as number[],
    before: (_page: number, _asked: number): void => {},
    ask: async ({ page }: PagePlace): Promise<ListedPage> => {
      list.before(page, list.asked.length)
      list.asked.push(page)
      const pages = Math.max(1, Math.ceil(list.ids.length / pageSize))
      if (page > pages) throw new ApiError('not-found', { status: 404 })
      return {
        count: counts ? list.ids.length : null,
        next: page < pages ? numbered(page + 1) : null,
        results: list.ids
          .slice((page - 1) * pageSize, page * pageSize)
          .map(id => event(named ? String(id) : byContent(id), id)),
      }
    },
    /** The next `count` failures. */
    grow: (count: number) => {
      for (let more = 0; more < count; more++) list.ids.unshift((list.ids[0] ?? 0) + 1)
    },
  }
  return list
}

export const byContent = (id: number) => `content-${String(id).padStart(32, '0')}`
export const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, index) => count - index)
export const idsOf = ({ events }: RangeReading) => events.map(({ event: { payload } }) => payload)

export async function read(
  list: ReturnType<typeof serviceList>,
  before = NOT_READ,
  limit?: number,
) {
  const shown: RangeReading[] = []
  const reading = await readRange(before, {
    ask: list.ask,
    show: step => shown.push(step),
    limit,
  }).catch((error: unknown) => ({ error }))
  const last = shown.at(-1) ?? NOT_READ
  return { shown, last, reading: 'error' in reading ? null : reading, asked: list.asked }
}
