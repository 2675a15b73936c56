/**
 * Of a parameter that is given twice the last value counts. An empty one counts as not given, except
 * for `page`, where it is no page (docs/wire-format.md, "Pages").
 */
export function parseQuery(search: string): Record<string, string> {
  const parameters = Object.fromEntries(new URLSearchParams(search))
  return Object.fromEntries(
    Object.entries(parameters).filter(([name, value]) => value !== '' || name === 'page'),
  )
}
