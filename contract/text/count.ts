/** "1,284". `Intl` writes the same, but its first use takes a browser 10 ms. */
export function formatNumber(count: number): string {
  let text = String(count)
  for (let at = text.length - 3; at > 0 && text[at - 1] !== '-'; at -= 3) {
    text = `${text.slice(0, at)},${text.slice(at)}`
  }
  return text
}

/** The singular or plural form for `count`, such as "is" or "are". */
export function plural(count: number, one: string, other: string): string {
  return count === 1 ? one : other
}

/** "1 event", "1,284 events" */
export function formatCount(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${plural(count, one, other)}`
}

/** "1 second", "60 seconds" */
export function formatSeconds(seconds: number): string {
  return formatCount(seconds, 'second', 'seconds')
}
