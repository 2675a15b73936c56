/*
 * The part of an address after the `?`, as people expect it: `?page=3&event=1042`. The router's own way would
 * write text that looks like a number in quotes, and read long numbers inexactly. Every value is
 * read as text; a route's search schema turns it into what it needs.
 */

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) params.set(name, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
