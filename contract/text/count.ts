const NUMBER = new Intl.NumberFormat('en-GB')
const PLURAL_RULES = new Intl.PluralRules('en-GB')

/** The singular or plural form for `count`, such as "is" or "are". */
export function plural(count: number, one: string, other: string): string {
  return PLURAL_RULES.select(count) === 'one' ? one : other
}

/** "1 event", "1,284 events" */
export function formatCount(count: number, one: string, other: string): string {
  return `${NUMBER.format(count)} ${plural(count, one, other)}`
}

/** "1 second", "60 seconds" */
export function formatSeconds(seconds: number): string {
  return formatCount(seconds, 'second', 'seconds')
}
