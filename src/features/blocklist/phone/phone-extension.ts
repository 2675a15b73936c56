/** "082 123 0001 ext 5", "+27821230001;ext=5", "… x5", "…#5" */
const EXTENSION = /((?:ext(?:n|ension)?|(?<=[\s,;(])x|#)[\s.:=]*\d{1,6})\)?\s*$/i
const BETWEEN = /[\s,;(]/

/** Splits a number from its extension; `extension` is null if there is none. */
export function withoutExtension(text: string): { whole: string; extension: string | null } {
  const found = EXTENSION.exec(text)
  if (!found) return { whole: text, extension: null }
  return { whole: withoutEnd(text.slice(0, found.index), BETWEEN), extension: found[1] ?? null }
}

/**
 * Removes matching characters from the end of a text. A regular expression would take minutes in a
 * hostile text, because it tries each character of a long run as the first.
 *
 * @param sign matches one character
 */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
