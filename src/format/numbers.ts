const NUMBER = new Intl.NumberFormat('en-GB')
const PLURAL_RULES = new Intl.PluralRules('en-GB')

/** "1,284" */
export function formatNumber(count: number): string {
  return NUMBER.format(count)
}

/** The singular or plural form for `count`, such as "is" or "are". */
export function plural(count: number, one: string, other: string): string {
  return PLURAL_RULES.select(count) === 'one' ? one : other
}

/** "1 event", "1,284 events" */
export function formatCount(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${plural(count, one, other)}`
}
