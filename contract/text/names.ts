import { formatCount } from './count.ts'
import { shownReceiver, shownText } from './shown-text.ts'

/** "failed call" as "Failed call". */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * "Acme Cars", "Acme Cars and Bela Motors", "Acme Cars, Bela Motors and 3 others"
 *
 * @param of how many names there are, if `names` has only the first ones
 */
export function formatNames(names: string[], of = names.length): string {
  const [first, second] = names.slice(0, 2).map(isolateName)
  if (first === undefined || second === undefined) return first ?? ''
  if (of <= 2) return `${first} and ${second}`
  const more = formatCount(of - 2, 'other', 'others')
  return `${first}, ${second} and ${more}`
}

/** "Acme Cars (hooks.example/acme)": a receiver after its companies, by which people know it. */
export function formatReceiver(receiver: string, companies: string[]): string {
  const address = shownReceiver(receiver)
  return companies.length === 0 ? address : `${formatNames(companies)} (${address})`
}

/**
 * A name from outside with a direction of its own, like <bdi>: two names of a right-to-left script in one line
 * would change places.
 */
function isolateName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${shownText(name)}\u2069` : shownText(name)
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** @param further how many more there are; null if unknown: then three or more names become the first two "and others" */
export function formatFirstNames(names: string[], further: number | null): string {
  if (further !== null || names.length <= 2)
    return formatNames(names, names.length + (further ?? 0))
  return `${names.slice(0, 2).map(isolateName).join(', ')} and others`
}
