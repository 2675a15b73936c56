import type { BlockNumbersValues } from './block-numbers-values.ts'

/*
 * What was typed into a form that closed before it was sent: by Escape, by leaving the page, or
 * because the session ended. It is kept in this page's memory alone, and given back only to the
 * account that typed it.
 */
let kept: { owner: string; values: BlockNumbersValues } | null = null

/** @param values null where there is nothing to keep */
export function keepDraft(owner: string, values: BlockNumbersValues | null): void {
  kept = values && { owner, values }
}

export function draftOf(owner: string): BlockNumbersValues | null {
  return kept?.owner === owner ? kept.values : null
}
