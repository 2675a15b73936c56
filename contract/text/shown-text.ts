/**
 * Characters that can't be seen and make others look like something else: control characters, and
 * those that turn the direction of what follows. Letters that are written from right to left are
 * none of them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** Text from outside, for a page: what can't be seen is shown as the sign for something unreadable. */
export function shownText(text: string): string {
  return text.replace(UNSEEN, '\ufffd')
}

/**
 * A receiver's URL for a page. Letters beyond ASCII in its host are shown as the name that
 * is dialled (punycode): "https://xn--acm-tdd.example/" can't be taken for acme.example.
 */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url)
  return parsed?.hostname.includes('xn--') ? parsed.href : shownText(url)
}
