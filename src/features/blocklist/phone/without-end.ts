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
