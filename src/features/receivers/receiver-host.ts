/** What a receiver is called by: the host of its URL, with the port where that isn't 443. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host || url
}
