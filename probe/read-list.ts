import { z } from 'zod'
import { pageOf } from '../contract/page.ts'
import type { Answer } from './answer.ts'
import { answerWords } from './answer-words.ts'
import type { Quote } from './quote.ts'
import { shapeProblems } from './shape-problems.ts'

export type ListPage = {
  kind: 'page'
  count: number
  next: string | null
  previous: string | null
  items: unknown[]
}

/** What a list answered: a page, everything at once, or nothing that is a list (`why`, in words). */
export type ListAnswer =
  | ListPage
  | { kind: 'flat'; items: unknown[] }
  | { kind: 'none'; status: number | null; why: string }

const Envelope = pageOf(z.unknown())
const HasResults = z.object({ results: z.unknown() })

export function readList(answer: Answer, quote: Quote): ListAnswer {
  const { status, json } = answer
  const none = (why: string) => ({ kind: 'none' as const, status, why })
  if (status !== 200 || json === undefined) return none(answerWords(answer, quote))
  if (Array.isArray(json)) return { kind: 'flat', items: json }
  const envelope = Envelope.safeParse(json)
  if (envelope.success) {
    const { count, next, previous, results } = envelope.data
    return { kind: 'page', count, next, previous, items: results }
  }
  if (HasResults.safeParse(json).data?.results === undefined) {
    return none('200 with JSON that is neither a page nor an array')
  }
  return none(`200 with a page that is not as it should be: ${shapeProblems(Envelope, [json])}`)
}
