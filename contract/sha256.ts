/**
 * The SHA-256 of a text's UTF-8, in hex (FIPS 180-4). Browsers have their own only on https, and
 * only to be waited for; Node has one, but what both sides know an event by is told by one code.
 */
export function sha256(text: string): string {
  const hash = Int32Array.from(INITIAL_HASH)
  const bytes = padded(new TextEncoder().encode(text))
  const words = new Int32Array(64)
  for (let block = 0; block < bytes.byteLength; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = bytes.getInt32(block + at * 4)
    for (let at = 16; at < 64; at++) {
      const [two, fifteen] = [word(words, at - 2), word(words, at - 15)]
      words[at] =
        word(words, at - 16) +
        (turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3)) +
        word(words, at - 7) +
        (turned(two, 17) ^ turned(two, 19) ^ (two >>> 10))
    }
    mix(hash, words)
  }
  return Array.from(hash, part => (part >>> 0).toString(16).padStart(8, '0')).join('')
}

function mix(hash: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let at = 0; at < 64; at++) {
    const chosen = (e & f) ^ (~e & g)
    const most = (a & b) ^ (a & c) ^ (b & c)
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen
    const first = (one + word(CONSTANTS, at) + word(words, at)) | 0
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [at, part] of [a, b, c, d, e, f, g, h].entries()) hash[at] = word(hash, at) + part
}

/** The bytes, a 1 bit, zeros, and at the end of a whole block how many bits there were. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(whole.length - 4, bytes.length * 8)
  return view
}

function word(words: Int32Array, at: number): number {
  return words[at] ?? 0
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

const PRIMES = firstPrimes(64)
const INITIAL_HASH = Int32Array.from(PRIMES.slice(0, 8), prime => fraction(Math.sqrt(prime)))
const CONSTANTS = Int32Array.from(PRIMES, prime => fraction(Math.cbrt(prime)))

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++) {
    if (primes.every(prime => number % prime !== 0)) primes.push(number)
  }
  return primes
}
