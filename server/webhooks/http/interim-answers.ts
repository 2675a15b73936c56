import type { TLSSocket } from 'node:tls'

/** How much of "HTTP/1.1 100 Continue" has the status, with the character that ends it. */
const STATUS_LINE_LENGTH = 13
const STATUS_BEGINS = 9
const STATUS_ENDS = 12

/** Not 1xx: another answer follows these. A later minor version is read as the version that we know. */
const FINAL_STATUS = /^HTTP\/1\.\d ([2-9]\d\d)[ \r\n]$/

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
  /** The beginning of a head's first line, up to the status. */
  #line = ''
  /** Whether only line ends have followed since the last line began. */
  #isLineEmpty = false
  #isFinal = false

  /**
   * The final status, once its line has begun, also of an answer that is not valid HTTP after it. Its
   * connection can't be used any more: where such an answer ends is unknown.
   */
  get status(): number | null {
    const [, status] = FINAL_STATUS.exec(this.#line) ?? []
    return status === undefined ? null : Number(status)
  }

  /** A request was written, so an answer's head comes next. */
  expect(): void {
    this.#isFinal = false
    this.#begin()
  }

  /** Turns each 100 in the next chunk into a 102. */
  pass(chunk: Buffer): void {
    if (this.#isFinal) return
    // The usual beginning of an answer.
    if (this.#line === '' && chunk.length >= STATUS_LINE_LENGTH && chunk[0] === CAPITAL_H) {
      this.#isFinal = chunk[STATUS_BEGINS] !== DIGIT_1
      if (this.#isFinal) this.#line = chunk.toString('latin1', 0, STATUS_LINE_LENGTH)
    }
    for (let at = 0; at < chunk.length && !this.#isFinal; at++) {
      const char = String.fromCharCode(chunk.readUInt8(at))
      if (this.#line.length === STATUS_LINE_LENGTH) this.#readRest(char)
      else {
        this.#readLine(char)
        if (this.#line.length === STATUS_ENDS && this.#line.endsWith('100')) {
          chunk.write('2', at, 'latin1')
        }
      }
    }
  }

  #begin(): void {
    this.#line = ''
    this.#isLineEmpty = false
  }

  #readLine(char: string): void {
    // Parsers skip empty lines before a head.
    if (this.#line === '' && (char === '\r' || char === '\n')) return
    this.#line += char
    if (this.#line.length < STATUS_LINE_LENGTH) return
    this.#isFinal = this.#line[STATUS_BEGINS] !== '1'
    if (!this.#isFinal) this.#readRest(char)
  }

  /** An empty line ends an interim head, which has no body, so another head follows. */
  #readRest(char: string): void {
    if (char === '\n') {
      if (this.#isLineEmpty) this.#begin()
      else this.#isLineEmpty = true
    } else if (char !== '\r') this.#isLineEmpty = false
  }
}
