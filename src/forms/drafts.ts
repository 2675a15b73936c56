import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { askBeforeLeaving, guardInput } from './reload.ts'

const forgetters: (() => void)[] = []

/**
 * Forgets the input of all forms when a person signs out, including open forms.
 * Otherwise the next person at this browser would find it.
 */
export function forgetDrafts(): void {
  for (const forget of forgetters) forget()
}

/**
 * The input of forms that closed before they were sent: by Escape, by leaving the page, or because the session
 * ended. It stays in memory, and is restored only for the same account and the same form, its owner.
 */
export function createDrafts<Values>() {
  const kept = new Map<string, Values>()
  /** What the open forms would keep if they closed now, by their owners. */
  const open = new Map<string, () => Values | null>()
  forgetters.push(() => {
    kept.clear()
    open.clear()
  })
  guardInput(() => kept.size > 0)
  return {
    /** @param values null if there is nothing to keep */
    keep: (owner: string, values: Values | null) => {
      if (values) kept.set(owner, values)
      else kept.delete(owner)
    },
    of: (owner: string) => kept.get(owner) ?? null,
    open,
  }
}

/**
 * Keeps the input of a form when it closes.
 *
 * @param getInput returns the input; null if there is nothing worth keeping
 */
export function useKeptDraft<Values>(
  drafts: ReturnType<typeof createDrafts<Values>>,
  owner: string,
  getInput: () => Values | null,
): void {
  const onRead = useEffectEvent(getInput)
  useEffect(() => {
    const getLatest = () => onRead()
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

/**
 * Keeps the changed values of a form when it closes, and restores them when it opens again.
 *
 * @param isSending whether the form closes because its values are sent
 */
export function useFormDraft<Values extends FieldValues, Sent>(
  drafts: ReturnType<typeof createDrafts<Values>>,
  owner: string,
  form: UseFormReturn<Values, unknown, Sent>,
  isSending = false,
): void {
  const { isDirty } = form.formState
  const { reset, getValues } = form
  const [draft] = useState(() => drafts.of(owner))
  useEffect(() => {
    if (draft) reset(draft, { keepDefaultValues: true })
  }, [draft, reset])
  useKeptDraft(drafts, owner, () => (isDirty && !isSending ? getValues() : null))
}
