import { useEffect, useRef } from 'react'
import { askBeforeLeaving, guardInput } from './reload.ts'

/**
 * The input of forms that closed before they were sent: by Escape, by leaving the page, or because the session
 * ended. It stays in memory, and is restored only for the same account and the same form, its owner.
 */
export type Drafts<Values> = {
  /** @param values null if there is nothing to keep */
  keep: (owner: string, values: Values | null) => void
  of: (owner: string) => Values | null
  /** What the open forms would keep if they closed now, by their owners. */
  open: Map<string, () => Values | null>
}

const forgetters: (() => void)[] = []

/**
 * Forgets the input of all forms when a person signs out, including open forms.
 * Otherwise the next person at this browser would find it.
 */
export function forgetDrafts(): void {
  for (const forget of forgetters) forget()
}

export function createDrafts<Values>(): Drafts<Values> {
  const kept = new Map<string, Values>()
  const open: Drafts<Values>['open'] = new Map()
  forgetters.push(() => {
    kept.clear()
    open.clear()
  })
  guardInput(() => kept.size > 0 || [...open.values()].some(getInput => getInput() !== null))
  return {
    keep(owner, values) {
      if (values) kept.set(owner, values)
      else kept.delete(owner)
    },
    of: owner => kept.get(owner) ?? null,
    open,
  }
}

/**
 * Keeps the input of a form when it closes.
 *
 * @param getInput returns the input; null if there is nothing worth keeping
 */
export function useKeptDraft<Values>(
  drafts: Drafts<Values>,
  owner: string,
  getInput: () => Values | null,
): void {
  const latest = useRef(getInput)
  useEffect(() => {
    latest.current = getInput
  })
  useEffect(() => {
    const getLatest = () => latest.current()
    drafts.open.set(owner, getLatest)
    const stopAsking = askBeforeLeaving(() => getLatest() !== null)
    return () => {
      stopAsking()
      // Another form of this owner has opened, or the input was forgotten.
      if (drafts.open.get(owner) !== getLatest) return
      drafts.open.delete(owner)
      drafts.keep(owner, getLatest())
    }
  }, [drafts, owner])
}
