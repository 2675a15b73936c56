import * as z from 'zod/mini'
import { forgetKept, keepOverReload, keptOverReload, storeInput } from './kept-over-reload.ts'

export type Drafts<Values> = {
  /** @param values null if there is nothing to keep */
  keep: (owner: string, values: Values | null) => void
  of: (owner: string) => Values | null
  /**
   * Registers the input of an open form, in case the page has to reload.
   *
   * @returns a function that unregisters it and keeps the input, unless it was forgotten since
   */
  follow: (owner: string, getValues: () => Values | null) => () => void
  /** Stores the input in this tab's session storage, in case the page ends. */
  store: () => void
}

const forgetters: (() => void)[] = []

/**
 * Forgets the input of all forms when a person signs out, also of those that are still open.
 * Otherwise the next person at this browser would find it.
 */
export function forgetDrafts(): void {
  for (const forget of forgetters) forget()
  forgetKept()
}

/**
 * Keeps the input of forms that closed before they were sent: by Escape, by leaving the page, or
 * because the session ended. Drafts stay in memory and survive Redial's own reload for a new version.
 * While a form is open, they survive any reload. They are restored only for the same account and the
 * same form.
 *
 * @param form the unique name of the form
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
    for (const [owner, getValues] of open) keep(owner, getValues())
    return Object.fromEntries(kept)
  })
  forgetters.push(() => {
    kept.clear()
    open.clear()
  })
  return {
    keep,
    of: owner => kept.get(owner) ?? null,
    store: () => storeInput(form),
    follow(owner, getValues) {
      open.set(owner, getValues)
      return () => {
        if (open.get(owner) !== getValues) return
        open.delete(owner)
        keep(owner, getValues())
      }
    },
  }
}
