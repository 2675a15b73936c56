/**
 * @throws SyntaxError if it is not JSON
 * @throws RangeError if it has a long number and so many levels that the stack overflows
 */
export function exactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text)
}

/** With this many digits, a JavaScript number may lose precision. A number in JSON follows one of these characters. */
const LONG_NUMBER = /(?:^|[:,[\s-])\d{16}/

/** Converts integers that a JavaScript number can't hold to bigint. */
function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value)
  return isInexact && context?.source && /^-?\d+$/.test(context.source)
    ? BigInt(context.source)
    : value
}
