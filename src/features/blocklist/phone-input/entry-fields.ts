import type { MouseEvent } from 'react'

/** The id of the field for pasted and typed text. */
export const PASTE_AREA_ID = 'phone-numbers'
const ENTRY_ID = 'phone-entry-'

export function entryFieldId(id: number): string {
  return ENTRY_ID + id
}

export function isPasteArea(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.id === PASTE_AREA_ID
}

export function isEntryField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.id.startsWith(ENTRY_ID)
}

/** Fields are rendered a moment after the form. */
export function focusPasteArea(): void {
  requestAnimationFrame(() => document.getElementById(PASTE_AREA_ID)?.focus())
}

/**
 * Leaving a field can show an error below it. That would move the button away from the pointer
 * before the click is complete.
 */
export function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
