/*
 * Formats and parses the part of a URL after the `?` in the usual form: `?page=3&event=1042`. The
 * router's own format puts quotes around text that looks like a number, and loses digits of long
 * numbers. Here every value is text, and a route's search schema converts it.
 */

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** With the `?`, unless all values are missing. */
export function stringifySearch(search: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) params.set(name, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
