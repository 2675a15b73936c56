import type { TLSSocket } from 'node:tls'

/** The position of the status digits in "HTTP/1.1 100 Continue". */
const STATUS_BEGINS = 9
const STATUS_ENDS = 12

const CAPITAL_H = 'H'.charCodeAt(0)
const DIGIT_1 = '1'.charCodeAt(0)

/**
 * Lets undici read past a 100 Continue. It skips every other interim answer, but hangs up on a 100
 * that it didn't ask for, although RFC 9110, 15.2 requires clients to parse it. So undici sees a 102
 * instead: only that one digit is changed, and only in heads, never in a body.
 *
 * @returns must be called for each request after the first one on `socket`
 */
export function takeContinue(socket: TLSSocket): InterimAnswers {
  const answers = new InterimAnswers()
  const read = socket.read
  socket.read = size => {
    const chunk: unknown = read.call(socket, size)
    if (Buffer.isBuffer(chunk)) answers.pass(chunk)
    return chunk
  }
  return answers
}

/** Follows the heads of the answers to one request up to the final one, however they are split. */
export class InterimAnswers {
  /** How much of a head's first line has been seen, up to the status. */
  #seen = 0
  #status = ''
  /** Whether only line ends have followed since the last line began. */
  #isLineEmpty = false
  #isFinal = false

  /** A request was written, so an answer's head comes next. */
  expect(): void {
    this.#isFinal = false
    this.#begin()
  }

  /** Turns each 100 in the next chunk into a 102. */
  pass(chunk: Buffer): void {
    if (this.#isFinal) return
    // The usual beginning of an answer.
    if (this.#seen === 0 && chunk.length >= STATUS_ENDS && chunk[0] === CAPITAL_H) {
      this.#isFinal = chunk[STATUS_BEGINS] !== DIGIT_1
    }
    for (let at = 0; at < chunk.length && !this.#isFinal; at++) {
      const char = String.fromCharCode(chunk.readUInt8(at))
      if (this.#seen < STATUS_ENDS) {
        this.#readStatus(char)
        if (this.#seen === STATUS_ENDS && this.#status === '100') chunk.write('2', at, 'latin1')
      } else this.#readRest(char)
    }
  }

  #begin(): void {
    this.#seen = 0
    this.#status = ''
    this.#isLineEmpty = false
  }

  #readStatus(char: string): void {
    // Parsers skip empty lines before a head.
    if (this.#seen === 0 && (char === '\r' || char === '\n')) return
    if (this.#seen >= STATUS_BEGINS) this.#status += char
    this.#seen += 1
    if (this.#seen === STATUS_ENDS) this.#isFinal = !this.#status.startsWith('1')
  }

  /** An empty line ends an interim head, which has no body, so another head follows. */
  #readRest(char: string): void {
    if (char === '\n') {
      if (this.#isLineEmpty) this.#begin()
      else this.#isLineEmpty = true
    } else if (char !== '\r') this.#isLineEmpty = false
  }
}
