/** RFC 9110, 7.6.1, and RFC 9112, 9.6. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * The names of the headers that belong to one connection: the usual ones, and those that
 * `Connection` lists.
 */
export function hopByHop({ connection }: Record<string, string | string[] | undefined>): string[] {
  // In an answer it is a list if the header occurs twice, whatever the type says.
  const named = [connection ?? '']
    .flat()
    .flatMap(names => names.split(','))
    .map(name => name.trim().toLowerCase())
  // A script that lists its own Authorization there would only lose it.
  return [...HOP_BY_HOP, ...named.filter(name => name !== 'authorization')]
}
