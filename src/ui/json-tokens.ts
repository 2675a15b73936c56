export type JsonToken = { kind: 'plain' | 'name' | 'text' | 'value'; text: string }

type Limits = { depth: number; tokens: number; text: number }

/** Some 2,000 lines: more than anyone reads, and few enough to draw at once. */
export const TO_READ: Limits = { depth: 40, tokens: 6_000, text: 5_000 }
/** Everything but nonsense: so many levels would overflow the stack. */
export const TO_COPY: Limits = { depth: 1_000, tokens: Infinity, text: Infinity }

/**
 * `value` as indented JSON, in pieces that can be coloured. Whatever it is, this never overflows:
 * what lies too deep or too far down is left out, and `isCut` says so.
 */
export function jsonTokens(
  value: unknown,
  limits: Limits = TO_READ,
): { tokens: JsonToken[]; isCut: boolean } {
  const tokens: JsonToken[] = []
  let isCut = false
  const add = (kind: JsonToken['kind'], text: string) => tokens.push({ kind, text })
  const isFull = () => tokens.length >= limits.tokens

  const addText = (kind: 'name' | 'text', text: string) => {
    const isTooLong = text.length > limits.text
    if (isTooLong) isCut = true
    add(kind, JSON.stringify(isTooLong ? `${text.slice(0, limits.text)}…` : text))
  }

  const addBlock = (entries: [string | null, unknown][], [open, close]: string, depth: number) => {
    if (entries.length === 0) return add('plain', `${open}${close}`)
    if (depth >= limits.depth) {
      isCut = true
      return add('plain', `${open} … ${close}`)
    }
    const indent = `\n${'  '.repeat(depth + 1)}`
    add('plain', open ?? '')
    for (const [index, [name, child]] of entries.entries()) {
      add('plain', index === 0 ? indent : `,${indent}`)
      if (isFull()) {
        isCut = true
        add('plain', '…')
        break
      }
      if (name !== null) {
        addText('name', name)
        add('plain', ': ')
      }
      addValue(child, depth + 1)
    }
    add('plain', `\n${'  '.repeat(depth)}${close}`)
  }

  const addValue = (child: unknown, depth: number) => {
    if (typeof child === 'string') addText('text', child)
    else if (Array.isArray(child))
      addBlock(
        child.map(item => [null, item]),
        '[]',
        depth,
      )
    else if (typeof child === 'object' && child !== null)
      addBlock(Object.entries(child), '{}', depth)
    else add('value', String(child))
  }

  addValue(value, 0)
  return { tokens, isCut }
}

/** `value` as JSON to copy, numbers to the last digit. */
export function jsonText(value: unknown): string {
  return jsonTokens(value, TO_COPY)
    .tokens.map(token => token.text)
    .join('')
}
