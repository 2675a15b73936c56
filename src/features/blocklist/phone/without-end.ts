/**
 * A text without the signs at its end that match. An expression for "these up to the end" would try
 * each of a long row of them as the first, which takes minutes in a hostile text.
 *
 * @param sign matches one character
 */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
