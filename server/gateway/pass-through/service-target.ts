/** Origin-form (RFC 9112, 3.2.1) of visible ASCII, without a fragment. */
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/

const ESCAPES = /(?:%[\da-f]{2})+/gi

/**
 * The target of a request to the service: path and query. The path is normalised (RFC 3986, 6.2.2),
 * and the query is as the caller sent it.
 *
 * Servers, proxies and frameworks disagree about paths: Tomcat drops what follows a semicolon, others
 * decode a slash or decode twice. A path that one of them may read differently gets no request.
 *
 * @returns null for a target that must not be passed on
 */
export function serviceTarget(target: string): string | null {
  if (!TARGET.test(target)) return null
  const [path = ''] = target.split('?', 1)
  const query = target.slice(path.length)
  if (/%00/.test(query)) return null
  const plain = plainPath(path)
  return plain === null || !isUnambiguous(plain) ? null : plain + query
}

function plainPath(path: string): string | null {
  try {
    const plain = path.replace(ESCAPES, run => escaped(decodeURIComponent(run)))
    // A percent sign that begins no escape is kept, and invalid UTF-8 is refused.
    decodeURIComponent(plain)
    return plain
  } catch {
    return null
  }
}

/** encodeURIComponent leaves some characters unescaped that RFC 3986 reserves. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

const AMBIGUOUS = /[/\\;\u2044\u2215\p{Cc}\p{Zl}\p{Zp}]|%[\da-f]{2}/iu

/** Dot segments, also with characters that some servers drop or treat as the start of a query. */
const DOTS = /^[\s.\p{Cf}]+([?#]|$)/u

/**
 * Also checked in Unicode's compatibility form, because some servers treat a full-width dot as a dot.
 */
function isUnambiguous(path: string): boolean {
  const [, ...segments] = path.split('/')
  return segments.every((segment, at) => {
    if (segment === '') return at === segments.length - 1
    const text = decodeURIComponent(segment).normalize('NFKC')
    return !DOTS.test(text) && !AMBIGUOUS.test(text)
  })
}
