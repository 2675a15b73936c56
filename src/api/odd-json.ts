import { exactJson } from '../../contract/text/exact-json.ts'
import { jsonTokens, repairJson, replaceTokens } from '../../contract/text/json-reader.ts'

/** Parses JSON with NaN, raw control characters or very many levels. Returns the text if it is not JSON. */
export function readOddJson(text: string): unknown {
  const repaired = repairJson(text)
  try {
    return exactJson(repaired)
  } catch (error) {
    // JSON.parse handles any depth, but its reviver doesn't.
    return error instanceof RangeError ? JSON.parse(withLongNumbersAsText(repaired)) : text
  }
}

/** Integers whose digits a number can't hold. */
function withLongNumbersAsText(text: string): string {
  return replaceTokens(text, token =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  )
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
