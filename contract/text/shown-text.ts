/**
 * Invisible characters that make other characters look different: control characters, and characters
 * that change the direction of the text after them. Letters of right-to-left scripts are not among
 * them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression has to find them
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** Outside text for a page, with the replacement character for each invisible character. */
export function shownText(text: string): string {
  return text.replace(UNSEEN, '\ufffd')
}

/**
 * A receiver's name for a page, with the letters that URLs escape: "hooks.example/m%C3%BCller" is shown as
 * "hooks.example/müller". What is no letter stays escaped.
 */
export function shownReceiver(name: string): string {
  return shownText(name).replace(/(?:%[c-f][\da-f](?:%[89ab][\da-f]){1,3})+/gi, escaped => {
    try {
      const text = decodeURIComponent(escaped)
      return /^[\p{L}\p{M}]+$/u.test(text) ? text : escaped
    } catch {
      return escaped
    }
  })
}

/**
 * A receiver's URL for a page. If its host has letters outside ASCII, the page shows the name that
 * is looked up (punycode), so that "https://xn--acm-tdd.example/" can't be mistaken for acme.example.
 */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url)
  return parsed?.hostname.includes('xn--') ? parsed.href : shownText(url)
}
