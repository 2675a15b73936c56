const QUOTE = 34
const BACKSLASH = 92
const FIRST_PRINTABLE = 32

/** What Python and others write for numbers that JSON can't hold. */
const NUMBERS = ['NaN', '-NaN', 'Infinity', '-Infinity']

/**
 * The JSON that a lenient writer meant: numbers that JSON can't hold become null, and control characters
 * within strings are escaped. Anything else stays as it is, so the result may still not be JSON.
 */
export function repairJson(text: string): string {
  const parts: string[] = []
  let kept = 0
  const replace = (from: number, to: number, by: string) => {
    parts.push(text.slice(kept, from), by)
    kept = to
  }
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isString = !isString
    else if (isString && code === BACKSLASH) at++
    else if (isString && code < FIRST_PRINTABLE) {
      replace(at, at + 1, `\\u${code.toString(16).padStart(4, '0')}`)
    } else if (!isString && (code === 45 || code === 73 || code === 78)) {
      const number = NUMBERS.find(one => text.startsWith(one, at))
      if (number === undefined) continue
      replace(at, at + number.length, 'null')
      at += number.length - 1
    }
  }
  return kept === 0 ? text : `${parts.join('')}${text.slice(kept)}`
}

/**
 * Parses a text as JSON, or as what `repairJson` makes of it.
 *
 * @throws SyntaxError if it is neither
 */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return JSON.parse(repairJson(text))
    throw error
  }
}
