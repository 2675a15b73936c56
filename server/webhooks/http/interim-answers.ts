import type { TLSSocket } from 'node:tls'

/**
 * A later minor version is read as the version that we know. Parsers skip empty lines before it. Like curl, we
 * also read a status after two spaces.
 */
const STATUS_LINE = /^[\r\n]*HTTP\/1\.\d {1,2}(?:(1\d\d)|([2-9]\d\d)[ \r\n])/
const STATUS_LINE_LENGTH = 'HTTP/1.1  200 '.length
const END_OF_HEAD = /\n\r*\n/

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
  /**
   * The final status, once its line has begun, also of an answer that is not valid HTTP after it. Its
   * connection can't be used any more: where such an answer ends is unknown.
   */
  status: number | null = null
  /** The current head so far. */
  #head = ''
  #isDone = false

  /** A request was written, so an answer's head comes next. */
  expect(): void {
    this.status = null
    this.#head = ''
    this.#isDone = false
  }

  /** Turns each 100 in the next chunk into a 102. */
  pass(chunk: Buffer): void {
    if (this.#isDone) return
    this.#head += chunk.toString('latin1')
    for (;;) {
      const [line, interim, final] = STATUS_LINE.exec(this.#head) ?? []
      if (line === undefined || interim === undefined) {
        if (final !== undefined) this.status = Number(final)
        // Nothing that follows makes a line valid that begins in another way.
        this.#isDone = this.#head.trimStart().length >= STATUS_LINE_LENGTH
        return
      }
      const lastDigit = line.length - 1 - (this.#head.length - chunk.length)
      if (interim === '100' && lastDigit >= 0) chunk.write('2', lastDigit, 'latin1')
      // An interim head has no body, so another head follows.
      const end = END_OF_HEAD.exec(this.#head.slice(line.length))
      if (end === null) return
      this.#head = this.#head.slice(line.length + end.index + end[0].length)
    }
  }
}
