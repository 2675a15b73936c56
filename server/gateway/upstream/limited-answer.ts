import { Transform, type TransformCallback } from 'node:stream'
import { BadAnswer, UpstreamTimeout } from './upstream-error.ts'

const MEBIBYTE = 1024 * 1024

/** How fast a long answer has to come at least, once its time is up. */
const BYTES_PER_MS = MEBIBYTE / 1000

/** JSON compresses to a fiftieth at best. An answer that unpacks to more than this was made to take memory. */
const MAX_TIMES = 100

export type AnswerLimits = {
  /** Of what the answer holds when it is unpacked. */
  mostBytes: number
  /** How long all its parts together may be waited for, and a second more for each MiB that came. */
  timeoutMs: number
}

/** What unpacks an answer, and whether what it unpacks is passed on or only counted. */
export type Unpacking = { unpacker: Transform; isPassedOn: boolean }

/**
 * Passes an answer on as long as it keeps within its limits, and breaks it off where it doesn't: a
 * service may send without end, a byte at a time, or little that unpacks to gigabytes. Time counts
 * only while somebody waits for the next part, so that slow readers are not the service's fault.
 */
export class LimitedAnswer extends Transform {
  readonly #limits: AnswerLimits
  readonly #unpacking: Unpacking | null
  #bytes = 0
  #bytesUnpacked = 0
  #waitedMs: number
  #waitingSince: number | null = null
  #timer: NodeJS.Timeout | undefined

  /**
   * @param waitedMs how long the answer's beginning was waited for
   * @param unpacking null where the answer isn't packed
   */
  constructor(limits: AnswerLimits, waitedMs: number, unpacking: Unpacking | null) {
    super()
    this.#limits = limits
    this.#waitedMs = waitedMs
    this.#unpacking = unpacking
    unpacking?.unpacker.on('data', (part: Buffer) => this.#count(part))
    unpacking?.unpacker.on('error', error => this.destroy(error))
  }

  override _read(size: number): void {
    if (this.#waitingSince === null && !this.writableFinished) {
      this.#waitingSince = performance.now()
      const { timeoutMs } = this.#limits
      const leftMs = timeoutMs + this.#bytes / BYTES_PER_MS - this.#waitedMs
      this.#timer = setTimeout(() => this.destroy(new UpstreamTimeout()), Math.max(0, leftMs))
    }
    if (this.#unpacking?.isPassedOn) this.#unpacking.unpacker.resume()
    super._read(size)
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#endWait()
    this.#bytes += part.length
    if (this.#bytes > this.#limits.mostBytes) done(tooLarge(this.#limits.mostBytes))
    else if (this.#unpacking === null) done(null, part)
    else {
      const { unpacker, isPassedOn } = this.#unpacking
      const passedOn = isPassedOn ? undefined : part
      // What follows the end of what is packed is left aside, as browsers do.
      if (unpacker.readableEnded) done(null, passedOn)
      // The next part comes when this one is unpacked, so that what is unpacked doesn't run ahead.
      else unpacker.write(part, error => this.destroyed || done(error, passedOn))
    }
  }

  override _flush(done: TransformCallback): void {
    this.#endWait()
    const unpacker = this.#unpacking?.unpacker
    // The answer to a HEAD, or a 304, says that it is packed and is empty.
    if (unpacker === undefined || unpacker.readableEnded || this.#bytes === 0) done()
    // What is cut off is an error of unpacking.
    else unpacker.once('end', () => done()).end()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#endWait()
    this.#unpacking?.unpacker.destroy()
    done(error)
  }

  #count(unpacked: Buffer): void {
    this.#bytesUnpacked += unpacked.length
    const { mostBytes } = this.#limits
    const isSuspect = this.#bytesUnpacked > Math.max(MEBIBYTE, MAX_TIMES * this.#bytes)
    if (isSuspect) this.destroy(new BadAnswer(BOMB))
    else if (this.#bytesUnpacked > mostBytes) this.destroy(tooLarge(mostBytes))
    else if (this.#unpacking?.isPassedOn && !this.push(unpacked)) this.#unpacking.unpacker.pause()
  }

  #endWait(): void {
    clearTimeout(this.#timer)
    if (this.#waitingSince !== null) this.#waitedMs += performance.now() - this.#waitingSince
    this.#waitingSince = null
  }
}

const BOMB = `gave an answer that unpacks to more than ${MAX_TIMES} times its size, which Redial does not read`

export function tooLarge(mostBytes: number): BadAnswer {
  const size = mostBytes < MEBIBYTE ? `${mostBytes / 1024} KiB` : `${mostBytes / MEBIBYTE} MiB`
  return new BadAnswer(`gave an answer of more than ${size}, which Redial does not read`)
}
