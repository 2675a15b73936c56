export type Drafts<Values> = {
  /** @param values null where there is nothing to keep */
  keep: (owner: string, values: Values | null) => void
  of: (owner: string) => Values | null
}

/**
 * What was typed into a form that closed before it was sent: by Escape, by leaving the page, or
 * because the session ended. It is kept in this page's memory alone, and given back only to the
 * account that typed it, and only in the form that was opened for the same.
 */
export function createDrafts<Values>(): Drafts<Values> {
  const kept = new Map<string, Values>()
  return {
    keep(owner, values) {
      if (values) kept.set(owner, values)
      else kept.delete(owner)
    },
    of: owner => kept.get(owner) ?? null,
  }
}
