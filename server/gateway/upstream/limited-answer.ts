import { Transform, type TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { BadAnswer, UpstreamTimeout } from './upstream-error.ts'

const UNPACK: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Labels that some servers put on an uncompressed answer; browsers accept them, too. */
const NOT_PACKED = ['', 'identity', 'none', 'utf-8', 'utf8']

/**
 * A decompressor for an answer; null for an uncompressed one.
 *
 * @param encoding the answer's Content-Encoding
 * @throws BadAnswer if the encoding is unknown, or if there is more than one
 */
export function createUnpacker(encoding: unknown = ''): Transform | null {
  const name = typeof encoding === 'string' ? encoding.trim().toLowerCase() : null
  if (name !== null && NOT_PACKED.includes(name)) return null
  const unpack = name !== null && Object.hasOwn(UNPACK, name) ? UNPACK[name]?.() : undefined
  if (unpack !== undefined) return unpack
  throw new BadAnswer('packed its answer in a way that Redial does not know')
}

const MEBIBYTE = 1024 * 1024

/** The minimum rate of a long answer after its time limit. */
const BYTES_PER_MS = MEBIBYTE / 1000

/**
 * JSON compresses to a fiftieth at best. An answer with a higher ratio was made to exhaust memory.
 */
const MAX_TIMES = 100

export type AnswerLimits = {
  mostBytes: number
  /** The time limit for waiting for its parts, plus a second for each MiB received. */
  timeoutMs: number
}

/** The decompressor of an answer, and whether its output is passed on or only counted. */
export type Unpacking = { unpacker: Transform; isPassedOn: boolean }

/**
 * Passes an answer on while it stays within its limits, and breaks it off when it doesn't: a service
 * may send endlessly, one byte at a time, or little that decompresses to gigabytes. Time counts only
 * while the reader waits for the next part, so that slow readers are not the service's fault.
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
   * @param waitedMs how long the caller waited for the answer's beginning
   * @param unpacking null if the answer isn't compressed
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
      // Data after the end of the compressed part is ignored, as browsers do.
      if (unpacker.readableEnded) done(null, passedOn)
      // The next part is requested when this one is decompressed, so that output doesn't pile up.
      else unpacker.write(part, error => this.destroyed || done(error, passedOn))
    }
  }

  override _flush(done: TransformCallback): void {
    this.#endWait()
    const unpacker = this.#unpacking?.unpacker
    // The answer to a HEAD, or a 304, is labelled as compressed and is empty.
    if (unpacker === undefined || unpacker.readableEnded || this.#bytes === 0) done()
    // A truncated answer is a decompression error.
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
