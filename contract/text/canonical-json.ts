import { endOfString, endOfValue } from './raw-value.ts'

/**
 * A JSON text in the one way of writing that all texts of the same value share: without spaces, the
 * members of objects in the order of their names, characters as they are. Numbers stay as they are
 * written: read, they would lose digits. Depth costs no stack.
 *
 * @param text is well-formed: JSON.parse took it
 */
export function canonicalJson(text: string): string {
  const open: Container[] = [{ isArray: true, name: null, parts: [] }]
  /** Of the member whose value comes next. */
  let name: string | null = null
  const add = (value: string) => {
    const container = open.at(-1)
    if (container?.isArray === false && name === null) name = value
    else {
      container?.parts.push({ name, value })
      name = null
    }
  }
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at)
    if (char === '{' || char === '[') {
      open.push({ isArray: char === '[', name, parts: [] })
      name = null
      at++
    } else if (char === '}' || char === ']') {
      const closed = open.pop()
      name = closed?.name ?? null
      if (closed) add(written(closed))
      at++
    } else if (char === '"') {
      const end = endOfString(text, at)
      const string = text.slice(at, end)
      add(string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string)
      at = end
    } else if (SEPARATORS.includes(char)) at++
    else {
      const end = endOfValue(text, at)
      add(text.slice(at, end))
      at = end
    }
  }
  return open[0]?.parts[0]?.value ?? ''
}

type Container = {
  isArray: boolean
  /** Of the member that it is the value of. */
  name: string | null
  parts: { name: string | null; value: string }[]
}

const SEPARATORS = ' \t\n\r,:'

/** Put together with +: joined, what is inside of many levels would be copied at each of them. */
function written({ isArray, parts }: Container): string {
  const sorted = isArray ? parts : parts.toSorted((one, other) => order(one.name, other.name))
  let all = isArray ? '[' : '{'
  for (const [at, { name, value }] of sorted.entries()) {
    all += `${at === 0 ? '' : ','}${name === null ? '' : `${name}:`}${value}`
  }
  return all + (isArray ? ']' : '}')
}

function order(one: string | null, other: string | null): number {
  if (one === other) return 0
  return (one ?? '') < (other ?? '') ? -1 : 1
}
