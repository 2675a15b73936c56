import type { BlockNumbersValues } from './block-numbers-values.ts'

/*
 * What was typed into a form that closed before it was sent: by Escape, by leaving the page, or
 * because the session ended. It is kept in this page's memory alone, and given back only to the
 * account that typed it, and only in the form that was opened for the same.
 */
const kept = new Map<string, BlockNumbersValues>()

/** @param values null where there is nothing to keep */
export function keepDraft(owner: string, values: BlockNumbersValues | null): void {
  if (values) kept.set(owner, values)
  else kept.delete(owner)
}

export function draftOf(owner: string): BlockNumbersValues | null {
  return kept.get(owner) ?? null
}
