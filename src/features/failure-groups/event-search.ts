import type { EventFacts } from './event-facts.ts'
import { folded } from './folded.ts'

type Wanted = Pick<EventFacts, 'words' | 'digits'>

/**
 * Whether an event has all that was typed: words in any order, and numbers however they are written
 * ("+27 82 555 0001", "082 555 0001" and "0825550001" are one).
 */
export function eventSearch(typed: string): (event: Wanted) => boolean {
  const terms = folded(typed).split(/\s+/).filter(Boolean)
  const tests = numbersTogether(terms).map(term =>
    isNumber(term) ? hasNumber(term) : hasWord(term),
  )
  return event => tests.every(test => test(event))
}

/** A number that is written in parts is one term. */
function numbersTogether(terms: string[]): string[] {
  const joined: string[] = []
  for (const term of terms) {
    const last = joined.at(-1)
    const isMore = last !== undefined && isNumber(last) && isNumber(term)
    joined.push(isMore ? `${joined.pop()} ${term}` : term)
  }
  return joined
}

function isNumber(term: string): boolean {
  return /^[+\d\s().\-/]*\d[\d\s().\-/]*$/.test(term)
}

function hasWord(word: string) {
  return ({ words }: Wanted) => words.includes(word)
}

function hasNumber(term: string) {
  const digits = term.replaceAll(/\D/g, '')
  // Dialled within a country a number begins with 0, from abroad with 00; kept is neither.
  const kept = digits.replace(/^0{1,2}(?=\d)/, '')
  return (event: Wanted) =>
    event.digits.includes(digits) || event.digits.includes(kept) || event.words.includes(term)
}
