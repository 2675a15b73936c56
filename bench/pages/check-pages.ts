import { deepStrictEqual, strictEqual } from 'node:assert'
import { type Kysely, sql } from 'kysely'
import { request } from 'undici'
import { FailedEventRecord } from '../../contract/failed-event.ts'
import { pageOf } from '../../contract/pages/page.ts'
import type { Schema } from '../../server/database/schema.ts'

const Answer = pageOf(FailedEventRecord)

/** @throws AssertionError where the days' counts aren't those of the events, or a place is missing */
export async function checkDays(db: Kysely<Schema>): Promise<void> {
  const { rows: counted } = await sql`
    select day, count(*)::integer, min(position) as first, max(position) as last,
      count(distinct position)::integer as places
    from failed_event group by day order by day
  `.execute(db)
  const { rows: kept } = await sql`
    select day, count, 1 as first, count as last, count as places
    from failed_event_day order by day
  `.execute(db)
  deepStrictEqual(counted, kept)
}

type PageToCheck = { url: string; token: string; page: number; size: number; total: number }

/**
 * Reads a page as the contract has it, and checks that its items are those that belong there: the
 * ids begin with 1 and were given in the order of failing, so the newest is `total`.
 *
 * @returns the answer's text
 * @throws AssertionError or $ZodError when it isn't the page that it should be
 */
export async function checkPage({ url, token, page, size, total }: PageToCheck): Promise<string> {
  const { statusCode, body } = await request(`${url}&page=${page}&page_size=${size}`, {
    headers: { authorization: `Token ${token}` },
  })
  const text = await body.text()
  strictEqual(statusCode, 200, text)
  const { count, next, previous, results } = Answer.parse(JSON.parse(text))
  const newest = total - (page - 1) * size
  strictEqual(count, total)
  strictEqual(next === null, newest <= size)
  strictEqual(previous === null, page === 1)
  deepStrictEqual(
    results.map(({ id }) => id),
    Array.from({ length: Math.min(size, newest) }, (_, index) => newest - index),
  )
  const times = results.map(({ failed_at }) => failed_at)
  deepStrictEqual(times, times.toSorted().reverse())
  return text
}
