import * as z from 'zod/mini'

const MAX_LENGTH = 2_000

/**
 * Characters that nobody sees in an address: ones that are never drawn, ones that change the direction of
 * others, control characters, and all spaces except the ordinary one.
 */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800\ufffc]|(?! )\p{Zs}/u

/** The same as UTF-8 in a URL, as browsers copy it. */
const ENCODED = /%C2%AD|%E2%80%(?:8[B-F]|A[A-E])|%E2%81%A0|%EF%BB%BF/i

/** A URL may have another one in its path or query. */
const HAS_PATH = /^https?:\/\/[^/?#]+[/?#]/i

/**
 * Says why a text can't be the URL of a receiver although URL parsers accept it; null if it can. They remove
 * some invisible characters, encode others, and take a second URL for a part of the first one's path.
 *
 * @param raw as it was entered: only ordinary spaces and line ends around it are ignored
 */
export function receiverTextProblem(raw: string): string | null {
  const text = raw.trim()
  const around = (part: string) => part.replace(/[ \t\r\n]/g, '')
  const entered =
    around(raw.slice(0, raw.length - raw.trimStart().length)) +
    text +
    around(raw.slice(raw.trimEnd().length))
  const invisible = INVISIBLE.exec(entered) ?? ENCODED.exec(entered)
  if (invisible !== null) {
    const before = entered.slice(0, invisible.index)
    const character = decodeURIComponent(invisible[0])
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    const place =
      before === ''
        ? 'at its beginning'
        : `after “${before.length > 30 ? `…${before.slice(-30)}` : before}”`
    return `This URL has an invisible character (U+${code}) ${place}. Delete the character, or type the URL.`
  }
  const second = findSecondUrl(text.slice(0, MAX_LENGTH))
  if (second === null) return null
  return `These are two URLs: the second one begins with “${second.slice(0, 40)}”. Enter only one.`
}

/** How a second URL begins: after a separator also without `https:`, and after a comma in the host. */
const SECOND =
  /(?:https?|s?ftps?|wss?):\/\/|(?<=[\s,;|，、；])(?:www\.|\/\/|https?:)|(?<=[\s,|，、；])(?:(?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,20}|(?:\d{1,3}\.){3}\d{1,3}|localhost)(?::\d{2,5})?\/|(?<=^https?:\/\/[^/?#,;\s]{1,255}[,;])[a-z\d]/gi

function findSecondUrl(text: string): string | null {
  for (const { index, 0: start } of text.matchAll(SECOND)) {
    const before = text.slice(0, index)
    // After a letter, or what people write between two addresses, it is no part of the first one.
    const isInside = /(?:(?<!\s)[/=?&#:([{]|%(?!0[9ad]|20|2c|3b|7c)[\da-f]{2})$/i.test(
      before.slice(-3),
    )
    if (before !== '' && !(isInside && start !== '//' && HAS_PATH.test(before))) {
      return text.slice(index)
    }
  }
  return null
}

/** `receiverTextProblem` as a check. It comes before `z.trim()`, which removes invisible spaces. */
export const receiverTextCheck: z.core.CheckFn<string> = ({ value, issues }) => {
  const message = receiverTextProblem(value)
  if (message !== null) issues.push({ code: 'custom', message, input: value, continue: false })
}

/** The URL of a receiver in a request. The server then checks the rest of what it has to be. */
export const ReceiverUrl = z.string().check(
  receiverTextCheck,
  z.trim(),
  z.minLength(1),
  z.maxLength(MAX_LENGTH),
  z.refine(text => text.isWellFormed(), 'This text is not valid Unicode.'),
)
