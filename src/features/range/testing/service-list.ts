import { numbered, type PagePlace } from '../../../../contract/pages/page-place.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { IdentifiedEvent } from '../../event/event-identity.ts'
import { NOT_LOADED, type RangeLoad } from '../range-load.ts'
import { type ListedPage, loadRange } from '../range-loader.ts'

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
export const idsOf = ({ events }: RangeLoad) => events.map(({ event: { payload } }) => payload)

export async function read(
  list: ReturnType<typeof serviceList>,
  before = NOT_LOADED,
  limit?: number,
) {
  const shown: RangeLoad[] = []
  const load = await loadRange(before, {
    ask: list.ask,
    show: step => shown.push(step),
    limit,
  }).catch((error: unknown) => ({ error }))
  const last = shown.at(-1) ?? NOT_LOADED
  return { shown, last, load: 'error' in load ? null : load, asked: list.asked }
}
