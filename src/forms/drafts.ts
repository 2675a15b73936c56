import * as z from 'zod/mini'
import { keepOverReload, keptOverReload } from './kept-over-reload.ts'

export type Drafts<Values> = {
  /** @param values null where there is nothing to keep */
  keep: (owner: string, values: Values | null) => void
  of: (owner: string) => Values | null
  /**
   * Says what is typed in a form that is open, in case the page has to be loaded again.
   *
   * @returns a function that ends this
   */
  follow: (owner: string, typed: () => Values | null) => () => void
}

/**
 * What was typed into a form that closed before it was sent: by Escape, by leaving the page, or
 * because the session ended. It is kept in this page's memory alone, also when Redial loads the page
 * again for a new version of itself, and given back only to the account that typed it, and only in
 * the form that was opened for the same.
 *
 * @param form what the form is called, unlike any other
 */
export function createDrafts<Values>(
  form: string,
  schema: z.ZodMiniType<Values, unknown>,
): Drafts<Values> {
  const kept = new Map(Object.entries(keptOverReload(form, z.record(z.string(), schema)) ?? {}))
  const open = new Map<string, () => Values | null>()
  const keep = (owner: string, values: Values | null) => {
    if (values) kept.set(owner, values)
    else kept.delete(owner)
  }
  keepOverReload(form, () => {
    for (const [owner, typed] of open) keep(owner, typed())
    return Object.fromEntries(kept)
  })
  return {
    keep,
    of: owner => kept.get(owner) ?? null,
    follow(owner, typed) {
      open.set(owner, typed)
      return () => {
        if (open.get(owner) === typed) open.delete(owner)
      }
    },
  }
}
