/** Reason phrases that servers and clients use without a number. */
const PHRASES: [RegExp, number][] = [
  [/^bad request$/i, 400],
  [/^unauthori[sz]ed$/i, 401],
  [/^forbidden$/i, 403],
  [/^(page )?not found$/i, 404],
  [/^method not allowed$/i, 405],
  [/^conflict$/i, 409],
  [/^gone$/i, 410],
  [/^(payload|content|request entity) too large$/i, 413],
  [/^unsupported media type$/i, 415],
  [/^unprocessable (entity|content)$/i, 422],
  [/^too many requests$/i, 429],
  [/^internal server error$/i, 500],
  [/^bad gateway$/i, 502],
  [/^service (temporarily )?unavailable$/i, 503],
  [/^gateway time-?out$/i, 504],
]

const NUMBERED = [
  /^([1-5]\d\d)$/,
  /^([1-5]\d\d) (?:client|server) error\b/i,
  /^([1-5]\d\d)[ :,-]+[A-Z][a-z]+(?: [A-Z][a-z-]+){0,3}$/,
  /\bHTTP(?:\/[\d.]+)?(?: (?:error|status|code|response))*[ :]+([1-5]\d\d)\b/i,
  /\bstatus(?: code)?(?: does not indicate success)?[ :=]+\(?([1-5]\d\d)\b/i,
  /\b(?:non-2xx|unexpected|error) (?:status|response|answer)(?: code)?[ :]+([1-5]\d\d)\b/i,
  /\breturned an error: \(([1-5]\d\d)\)/i,
  /\b(?:client|server) error: .{0,300}\b(?:resulted in|response)(?: an?)?\W+([1-5]\d\d)\b/i,
]

/** A longer text is a page and not an error. */
const MAX_LENGTH = 2_000

/**
 * The HTTP status that an error text of an HTTP client names, such as "Request failed with status
 * code 503" or "Bad Gateway"; null if it names none.
 */
export function statusInText(text: string): number | null {
  const words = text.slice(0, MAX_LENGTH).trim()
  const phrase = PHRASES.find(([pattern]) => pattern.test(words))
  if (phrase) return phrase[1]
  for (const pattern of NUMBERED) {
    const [, status] = pattern.exec(words) ?? []
    if (status !== undefined) return Number(status)
  }
  return null
}
