/** Inputs that use keys neither as text nor to choose a value. */
const WITHOUT_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image'])

/** Whether keys and pasted text go into this element. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable
  )
}
