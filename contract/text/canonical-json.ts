import { jsonTokens, parseString } from './json-reader.ts'

/**
 * Rewrites a JSON text so that all texts of the same value are equal: without spaces, with the
 * members of objects sorted by name and characters unescaped. Numbers stay as they are written,
 * because parsing would lose digits. It uses no recursion.
 *
 * @param text has to be well-formed: `parseLenient` accepted it
 */
export function canonicalJson(text: string): string {
  const open: Container[] = [{ isArray: true, name: null, parts: [] }]
  /** The name of the member whose value comes next. */
  let name: string | null = null
  const add = (value: string) => {
    const container = open.at(-1)
    if (container?.isArray === false && name === null) name = value
    else {
      container?.parts.push({ name, value })
      name = null
    }
  }
  for (const { text: token } of jsonTokens(text)) {
    if (token === '{' || token === '[') {
      open.push({ isArray: token === '[', name, parts: [] })
      name = null
    } else if (token === '}' || token === ']') {
      const closed = open.pop()
      name = closed?.name ?? null
      if (closed) add(written(closed))
    } else if (token !== ',' && token !== ':') add(withoutEscapes(token))
  }
  return open[0]?.parts[0]?.value ?? ''
}

function withoutEscapes(token: string): string {
  const hasEscapes = token.startsWith('"') && token.includes('\\')
  return hasEscapes ? JSON.stringify(parseString(token)) : token
}

type Container = {
  isArray: boolean
  /** The name of the member that has this value. */
  name: string | null
  parts: { name: string | null; value: string }[]
}

/** Concatenates with +, because `join` would copy deeply nested text at each level. */
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
