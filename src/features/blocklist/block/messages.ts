import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../../format/numbers.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'

/* Loaded on demand with the form. */

/** Names the entity, because another one may be on screen by now. */
export function draftKept(name: string): string {
  return name === ''
    ? 'What you typed before is still here.'
    : `What you typed before for ${name} is still here.`
}

export const referenceOfAnother = (name: string) =>
  `This is the reference of ${name}. Enter that name, or another reference.`

/** Says whose calls are rejected if that is more than one company. */
export function reach(context: EntityContext, name: string): string | null {
  if (context === 'company') return null
  const whose = name === '' ? `the ${CONTEXT_LABELS[context].one}` : name
  return `Calls from these numbers to every company of ${whose} will be rejected.`
}

export const submit = (count: number) => `Block ${count === 0 ? 'numbers' : numberCount(count)}`

export const allHeld = (count: number) =>
  count === 1
    ? 'The number is held back, so nothing was sent. Correct it, or include it as it is.'
    : `All ${formatNumber(count)} numbers are held back, so nothing was sent. Correct them, or include them as they are.`

/** Says which entries were not sent. */
export function restLeft(held: number, invalid: number): string {
  const sentences: string[] = []
  if (held > 0) {
    const count = formatCount(held, 'number was', 'numbers were')
    const [is, it] = held === 1 ? ['is', 'it'] : ['are', 'them']
    sentences.push(
      `${count} held back and ${is} still here. Correct ${it}, include ${it}, or cancel.`,
    )
  }
  if (invalid > 0) {
    const count = formatCount(invalid, 'invalid entry is', 'invalid entries are')
    sentences.push(`${count} still here. Fix ${plural(invalid, 'it', 'them')}, or cancel.`)
  }
  return sentences.join(' ')
}

export function invalidEntries(count: number): string {
  const it = plural(count, 'it', 'them')
  return `${formatCount(count, 'entry is', 'entries are')} invalid, so nothing was sent. Fix ${it} or remove ${it}.`
}

export const stopped = 'You stopped it.'
export const refused = (count: number) =>
  `${numberCount(count)} ${plural(count, 'was refused', 'were refused')}.`
export const notBlockedYet = (count: number, isCertain: boolean) =>
  `${numberCount(count)} ${plural(count, 'is', 'are')} not blocked yet${isCertain ? '' : ', as far as we know'}.`
