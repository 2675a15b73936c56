/**
 * A parameter given twice counts as given last. An empty one counts as not given, except for `page`:
 * that is no page (drf-wire.md, "Pages").
 */
export function parseQuery(search: string): Record<string, string> {
  const parameters = Object.fromEntries(new URLSearchParams(search))
  return Object.fromEntries(
    Object.entries(parameters).filter(([name, value]) => value !== '' || name === 'page'),
  )
}
