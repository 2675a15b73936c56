/** Without the inputs that use keys neither as text nor to choose a value. */
const TEXT_FIELDS =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="file"], [type="image"])'

/** Whether keys and pasted text go into this element. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches(TEXT_FIELDS) || target.isContentEditable
}
