import { z } from 'zod'
import { pageOf, pageOrListOf } from '../contract/pages/page.ts'
import { isPlace } from '../contract/pages/page-place.ts'
import type { Answer } from './answer.ts'
import { formatAnswer } from './answer-messages.ts'
import type { Quote } from './quote.ts'
import { shapeProblems } from './shape-problems.ts'

/** A page in the envelope, as the dashboard reads it. */
export type ListPage = {
  kind: 'page'
  /** The count that the answer gives, otherwise the number of rows. */
  count: number
  next: string | null
  previous: string | null
  items: unknown[]
  /** Why the envelope does not match the interface; null if it does. */
  problems: string | null
}

/** The answer of a list: a page, everything at once, or something that is not a list (`why`). */
export type ListAnswer =
  | ListPage
  | { kind: 'flat'; items: unknown[] }
  | { kind: 'none'; status: number | null; why: string }

const Envelope = pageOf(z.unknown())

export function readList(answer: Answer, quote: Quote): ListAnswer {
  const { status, json } = answer
  const none = (why: string) => ({ kind: 'none' as const, status, why })
  if (status !== 200 || json === undefined) return none(formatAnswer(answer, quote))
  if (Array.isArray(json)) return { kind: 'flat', items: json }
  const read = pageOrListOf(z.unknown()).safeParse(json)
  if (!read.success) return none('200 with JSON that is neither a page nor an array')
  const { count, next, results: items } = read.data
  const links = Links.parse(json)
  const problems = shapeProblems(Envelope, [json])
  return {
    kind: 'page',
    count: count ?? items.length,
    // What the dashboard uses if there is no link.
    next: links.next ?? (isPlace(next) ? `?page=${next.page}` : null),
    previous: links.previous,
    items,
    problems,
  }
}

const Link = z.string().nullable().catch(null)
const Links = z.object({ next: Link, previous: Link }).catch({ next: null, previous: null })

/** How many rows a list has, if it says so. */
export function countOf(answer: ListAnswer): number {
  if (answer.kind === 'page') return answer.count
  return answer.kind === 'flat' ? answer.items.length : 0
}

/** A short description of a list. */
export function formatListAnswer(answer: ListAnswer): string {
  if (answer.kind === 'none') return answer.why
  const { length } = answer.items
  return answer.kind === 'page'
    ? `a page of ${length}, ${answer.count} in all`
    : `a flat array of ${length}`
}
