import { shownText } from './shown-text.ts'

/**
 * A receiver's URL for a page. Letters beyond ASCII in its host are shown as the name that
 * is dialled (punycode): "https://xn--acm-tdd.example/" can't be taken for acme.example.
 */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url)
  return parsed?.hostname.includes('xn--') ? parsed.href : shownText(url)
}
