/**
 * The value that a JSON text stands for, or the text itself where it isn't JSON: errors of some
 * servers are HTML (drf-wire.md). Whole numbers keep all their digits, however deep the text goes.
 */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text)
  } catch (error) {
    return error instanceof RangeError ? JSON.parse(withDigitsAsText(text)) : text
  }
}

/** May be more than a JavaScript number holds. */
const LONG_NUMBER = /\d{16}/

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

const STRING_OR_NUMBER = /"(?:[^"\\]+|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
