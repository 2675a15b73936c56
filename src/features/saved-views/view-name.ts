import type { SavedView } from './saved-view.ts'

const MAX_LENGTH = 60

/** `typed` as it is kept. */
export function cleanName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/** What is wrong with a name, in words; null where nothing is. */
export function nameProblem(name: string, others: SavedView[]): string | null {
  if (name === '') return 'Give the view a name.'
  if (name.length > MAX_LENGTH) return `Choose a name of ${MAX_LENGTH} letters at most.`
  if (isTaken(name, others)) return 'There is a view with this name already. Choose another.'
  return null
}

/** `name`, with a number behind it where another view has taken it. */
export function freeName(name: string, others: SavedView[]): string {
  if (!isTaken(name, others)) return name
  for (let number = 2; ; number++) {
    const free = `${name} (${number})`
    if (!isTaken(free, others)) return free
  }
}

function isTaken(name: string, others: SavedView[]): boolean {
  return others.some(other => other.name.toLowerCase() === name.toLowerCase())
}
