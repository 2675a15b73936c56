import type { ReceiverValues } from './receiver-values.ts'

/*
 * What was typed into a form that closed before it was saved. It is kept in this page's memory
 * alone, and given back only to the account that typed it, for the same tracking number.
 */
let kept: { whose: string; values: ReceiverValues } | null = null

/**
 * @param whose account and tracking number
 * @param values null where there is nothing to keep
 */
export function keepDraft(whose: string, values: ReceiverValues | null): void {
  if (values !== null) kept = { whose, values }
  else if (kept?.whose === whose) kept = null
}

export function draftOf(whose: string): ReceiverValues | null {
  return kept?.whose === whose ? kept.values : null
}
