/**
 * The value that a JSON text stands for, or the text itself where it isn't JSON: errors of some
 * servers are HTML (docs/wire-format.md). Whole numbers keep all their digits, however deep the
 * text goes.
 */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return hasLongNumber(text) ? JSON.parse(text, exactInteger) : JSON.parse(text)
  } catch (error) {
    return error instanceof RangeError ? JSON.parse(withDigitsAsText(text)) : text
  }
}

/** So many digits may be more than a JavaScript number holds. */
const LONG = 16
const LONG_NUMBER = /\d{16}/

/**
 * Looks at every sixteenth character: one of them is in any run of so many digits. Looking at each,
 * as the expression does, takes longer than parsing where the text is full of phone numbers.
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

/** A whole number that a JavaScript number can't hold keeps its last digits, as a bigint. */
function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value)
  return isInexact && context?.source && WHOLE.test(context.source) ? BigInt(context.source) : value
}

const WHOLE = /^-?\d+$/

/** JSON.parse goes through any depth, but its reviver doesn't: then long numbers become texts. */
function withDigitsAsText(text: string): string {
  return text.replace(STRING_OR_NUMBER, part =>
    WHOLE.test(part) && LONG_NUMBER.test(part) ? `"${part}"` : part,
  )
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
