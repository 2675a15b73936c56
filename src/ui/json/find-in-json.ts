import { jsonTokens, parseString } from '../../../contract/text/json-reader.ts'

/** Counting stops here, because a search with more results is too broad. */
export const MAX_MATCHES = 1_000

/** Where the names and values begin that contain `wanted`, in any case. */
export function findInJson(json: string, wanted: string): number[] {
  const matches: number[] = []
  if (wanted === '') return matches
  for (const { start, text } of jsonTokens(json)) {
    if ('[]{},:'.includes(text)) continue
    if (parseString(text).toLowerCase().includes(wanted.toLowerCase())) matches.push(start)
    if (matches.length === MAX_MATCHES) break
  }
  return matches
}
