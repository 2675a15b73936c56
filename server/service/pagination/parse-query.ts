/** A parameter given twice counts as given last; an empty one as not given (drf-wire.md). */
export function parseQuery(search: string): Record<string, string> {
  const parameters = Object.fromEntries(new URLSearchParams(search))
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))
}
