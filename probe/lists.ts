import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { type Page, pageOrListOf } from '../contract/pages/page.ts'
import { FIRST_PAGE, type PagePlace, pageQuery } from '../contract/pages/page-place.ts'
import { type Answer, describeAnswer } from './service.ts'

export const BLOCKLIST = '/v1/blocklist/'
export const FAILED_CALLS = '/v1/call_events_fail/'
export const FAILED_AI_EVENTS = '/v1/transcription_events_fail/'
export const COMPANIES = '/v2/company/'

/** The largest page size that the dashboard requests. */
export const FULL_PAGE = { page_size: '100' }

/** The answer of a list as the dashboard reads it. */
type Readable = { page: Page<unknown>; json: unknown }
export type List = Readable | { page: null; why: string }

export function pathOf(path: string, query: Record<string, string>, at = FIRST_PAGE): string {
  return `${path}?${pageQuery(at, query)}`
}

export function readList(answer: Answer, at: PagePlace = FIRST_PAGE): List {
  const { status, json } = answer
  const { data } = pageOrListOf(z.unknown(), at).safeParse(json)
  if (status === 200 && data !== undefined) return { page: data, json }
  const isOther = status === 200 && json !== undefined
  return { page: null, why: isOther ? '200 with JSON that is not a list' : describeAnswer(answer) }
}

/** How many rows a list has, if it says so. */
export function countOf({ count, results }: Page<unknown>): number {
  return count ?? results.length
}

export function describeList({ page, json }: Readable): string {
  const kind = Array.isArray(json) ? 'an array' : 'a page'
  return `${kind} of ${page.results.length}, ${page.count ?? 'an unknown number'} in all`
}

const MAX_REPORTED = 4

/**
 * Why items don't have the shape of `schema`, such as "caller_number: Invalid input: expected string,
 * received number (in 3 of 20)"; null if all of them have it. It names types, but no values.
 */
export function shapeProblems(schema: z.core.$ZodType, items: unknown[]): string | null {
  const counts = new Map<string, number>()
  for (const item of items) {
    const issues = z.core.safeParse(schema, item, { error: en().localeError }).error?.issues ?? []
    const problems = issues.map(({ path, message }) => {
      const names = path.filter(step => typeof step === 'string')
      return `${names.join('.') || 'item'}: ${message}`
    })
    for (const problem of new Set(problems)) counts.set(problem, (counts.get(problem) ?? 0) + 1)
  }
  if (counts.size === 0) return null
  const problems = Array.from(counts, ([problem, count]) =>
    items.length === 1 ? problem : `${problem} (in ${count} of ${items.length})`,
  )
  const more = problems.length - MAX_REPORTED
  return problems.slice(0, MAX_REPORTED).join('; ') + (more > 0 ? `; and ${more} more` : '')
}
