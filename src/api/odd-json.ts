import { jsonTokens, repairJson } from '../../contract/text/json-reader.ts'
import { exactJson } from './exact-json.ts'

/** Parses JSON with NaN or raw control characters. Returns the text if it is not JSON. */
export function readOddJson(text: string): unknown {
  try {
    return exactJson(repairJson(text))
  } catch {
    return text
  }
}

/**
 * True if invalid JSON ends inside an object or array, so the answer was truncated. Complete but
 * invalid JSON, such as a list with a comma too many, stays an error.
 */
export function endsEarly(text: string): boolean {
  let depth = 0
  for (const { text: token } of jsonTokens(text)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
  }
  return depth > 0
}
