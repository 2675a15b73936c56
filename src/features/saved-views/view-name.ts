import * as z from 'zod/mini'
import type { SavedView } from './saved-view.ts'
import * as messages from './saved-views-panel-messages.ts'

const MAX_LENGTH = 60

/** A name that no other view has, whatever its case. */
export function viewName(others: SavedView[]) {
  return z.pipe(z.string(), z.transform(cleanName)).check(context => {
    const problem = nameProblem(context.value, others)
    if (problem === null) return
    context.issues.push({ code: 'custom', message: problem, input: context.value })
  })
}

/** The name as it is stored. */
export function cleanName(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/** The error message of a name; null if it is valid. */
function nameProblem(name: string, others: SavedView[]): string | null {
  if (name === '') return messages.giveName
  if (name.length > MAX_LENGTH) return messages.nameTooLong(MAX_LENGTH)
  if (isTaken(name, others)) return messages.nameTaken
  return null
}

/** `name`, followed by a number if another view has the same name. */
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
