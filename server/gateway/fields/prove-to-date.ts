import { STANDARD } from '../../../contract/fields/read-event.ts'
import { MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { FIRST_PAGE } from '../../../contract/pages/page-place.ts'
import { type ListRange, pathOfPage, readListPage } from '../replays/reading/list-page.ts'
import type { Upstream } from '../upstream/upstream.ts'

/**
 * Compares three lists: from a past day to itself, from the next day to itself, and from the one to the other. Only a
 * service that includes `to_date` has events in the first two, none of them in both, and all of the next day's in the
 * third, with the sum as its count.
 *
 * @param range from the day to the next one
 * @returns false if that is unknown, such as if a day is empty, counts change in the meantime or the service doesn't count
 */
export async function provesIncluded(
  upstream: Pick<Upstream, 'get'>,
  authorization: string,
  { list, from_date: day, to_date: next }: ListRange,
  signal?: AbortSignal,
): Promise<boolean> {
  const size = MAX_PAGE_SIZE
  const read = async (from_date: string, to_date: string) => {
    const path = pathOfPage({ list, from_date, to_date }, FIRST_PAGE, size)
    const answer = await upstream.get(path, authorization, signal)
    return readListPage(answer, { ...FIRST_PAGE, size }, STANDARD)
  }
  const one = await read(day, day)
  if (!one?.count) return false
  const other = await read(next, next)
  if (!other?.count) return false
  const both = await read(day, next)
  const [ids, allIds] = [one, both].map(page => page?.events.map(({ id }) => id))
  return (
    both?.count === one.count + other.count &&
    other.events.every(({ id }) => allIds?.includes(id) && !ids?.includes(id))
  )
}
