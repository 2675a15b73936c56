import { BlocklistErrorBody, DetailBody, ValidationBody } from '../contract/errors.ts'
import type { Answer } from './answer.ts'
import type { Quote } from './quote.ts'

/** The three shapes of docs/interface.md, "Body shapes"; a bare array is not one of them. */
export type ErrorShape = 'Detail' | 'Blocklist' | 'Validation'

export function errorShape(body: unknown): ErrorShape | null {
  if (DetailBody.safeParse(body).success) return 'Detail'
  if (BlocklistErrorBody.safeParse(body).success) return 'Blocklist'
  return ValidationBody.safeParse(body).success ? 'Validation' : null
}

/** An answer in a few words: "404 with “Not found.”", "301 to another address", "200 with HTML". */
export function formatAnswer(answer: Answer, quote: Quote): string {
  const { status, headers, json, problem } = answer
  if (status === null) return problem ?? 'no answer'
  if (problem !== null) return `${status}, ${problem}`
  if (headers.location !== undefined && status >= 300 && status < 400) {
    return `${status}, which leads to ${quote(headers.location)}`
  }
  const sentence =
    DetailBody.safeParse(json).data?.detail ?? BlocklistErrorBody.safeParse(json).data?.error
  if (sentence !== undefined) return `${status} with “${quote(sentence)}”`
  return `${status} with ${formatBody(answer, quote)}`
}

/** The kind of body. */
export function formatBody({ headers, json, problem }: Answer, quote: Quote): string {
  if (problem !== null) return problem
  if (json === undefined) {
    const type = headers['content-type']?.split(';')[0]?.trim()
    return type === undefined
      ? 'a body that is not JSON'
      : `a body that is not JSON (${quote(type)})`
  }
  const shape = errorShape(json)
  if (shape === 'Validation') return 'messages by field'
  if (shape !== null) return `a ${shape} body`
  return Array.isArray(json) ? 'a bare array' : `JSON of another shape`
}

/** 301 and similar, which the probe doesn't follow. */
export function isRedirect({ status }: Answer): boolean {
  return status !== null && status >= 300 && status < 400
}
