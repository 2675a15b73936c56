import { deepStrictEqual, strictEqual } from 'node:assert'
import { type Kysely, sql } from 'kysely'
import { request } from 'undici'
import { FailedEventRecord } from '../../contract/failed-event.ts'
import { pageOf } from '../../contract/pages/page.ts'
import type { Schema } from '../../server/database/schema.ts'

const Answer = pageOf(FailedEventRecord)

/** @throws AssertionError if a day's count is wrong, or a position is missing */
export async function checkDays(db: Kysely<Schema>): Promise<void> {
  const { rows: counted } = await sql`
    select day, count(*)::integer, min(position) as first, max(position) as last,
      count(distinct position)::integer as places
    from failed_event group by day order by day
  `.execute(db)
  const { rows: stored } = await sql`
    select day, count, 1 as first, count as last, count as places
    from failed_event_day order by day
  `.execute(db)
  deepStrictEqual(counted, stored)
}

type PageToCheck = { url: string; token: string; page: number; size: number; total: number }

/**
 * Parses a page with the contract, and checks that it has the right items: ids start at 1 and grow with the
 * time of the failure, so the newest is `total`.
 *
 * @throws AssertionError or $ZodError if it is the wrong page
 */
export async function checkPage({ url, token, page, size, total }: PageToCheck): Promise<void> {
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
}
