/** Fields of payloads that hold the number of a caller or of another person. */
const PERSONAL = /caller|contact|from_number|phone|msisdn/i

/**
 * A command that sends a payload to a receiver. Whatever the payload contains, a shell reads it as
 * one argument.
 *
 * @param showsCallers otherwise the digits of callers' numbers are replaced by zeros
 */
export function curlCommand(url: string, payload: unknown, showsCallers: boolean): string {
  const shown = showsCallers ? payload : withoutCallers(payload)
  const body = JSON.stringify(shown) ?? 'null'
  return [
    `curl -i -X POST ${quoted(url)}`,
    `  -H ${quoted('Content-Type: application/json')}`,
    `  --data ${quoted(body)}`,
  ].join(' \\\n')
}

/** Single quotes end before each quote of the text, which follows escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function withoutCallers(value: unknown, isPersonal = false): unknown {
  if (Array.isArray(value)) return value.map(item => withoutCallers(item, isPersonal))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        withoutCallers(inner, isPersonal || PERSONAL.test(name)),
      ]),
    )
  }
  if (!isPersonal || value === null || typeof value === 'boolean') return value
  const text = String(value)
  return /\d{6,}/.test(text.replaceAll(/[\s()+.-]/g, '')) ? text.replaceAll(/\d/g, '0') : value
}
