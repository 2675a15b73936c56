import { repairJson, replaceTokens } from '../../contract/text/json-reader.ts'

/**
 * Parses JSON, or returns the text if it is not JSON: errors of some servers are HTML
 * (docs/wire-format.md). Integers keep all their digits at any depth. One odd value, such as Python's NaN,
 * doesn't make a whole page unreadable.
 */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return exactJson(text)
  } catch {
    const repaired = repairJson(text)
    if (repaired === text) return text
    try {
      return exactJson(repaired)
    } catch {
      return text
    }
  }
}

/** @throws SyntaxError */
function exactJson(text: string): unknown {
  try {
    return hasLongNumber(text) ? JSON.parse(text, exactInteger) : JSON.parse(text)
  } catch (error) {
    if (error instanceof RangeError) return JSON.parse(withDigitsAsText(text))
    throw error
  }
}

/** With this many digits, a JavaScript number may lose precision. */
const LONG = 16
const LONG_NUMBER = /\d{16}/

/**
 * Checks every sixteenth character, because any run of that many digits contains one of them.
 * Checking each character takes longer than parsing in a text full of phone numbers.
 */
function hasLongNumber(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text, at)) continue
    let begin = at
    while (isDigit(text, begin - 1)) begin--
    let end = at + 1
    while (isDigit(text, end)) end++
    if (end - begin >= LONG) return true
  }
  return false
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

/** Converts integers that a JavaScript number can't hold to bigint. */
function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value)
  return isInexact && context?.source && WHOLE.test(context.source) ? BigInt(context.source) : value
}

const WHOLE = /^-?\d+$/

/**
 * JSON.parse handles any depth, but its reviver doesn't. In that case long numbers become strings.
 */
function withDigitsAsText(text: string): string {
  return replaceTokens(text, token =>
    WHOLE.test(token) && LONG_NUMBER.test(token) ? `"${token}"` : token,
  )
}
