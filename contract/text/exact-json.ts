/**
 * @throws SyntaxError if it is not JSON
 * @throws RangeError if it has a long number and so many levels that the stack overflows
 */
export function exactJson(text: string): unknown {
  return hasLongNumber(text) ? JSON.parse(text, exactInteger) : JSON.parse(text)
}

/** With this many digits, a JavaScript number may lose precision. */
const LONG = 16

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
  return isInexact && context?.source && /^-?\d+$/.test(context.source)
    ? BigInt(context.source)
    : value
}
