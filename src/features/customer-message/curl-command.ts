/**
 * A command that sends a payload to a receiver. Whatever the payload contains, a shell reads it as
 * one argument.
 */
export function curlCommand(url: string, payload: unknown): string {
  const body = JSON.stringify(payload) ?? 'null'
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
