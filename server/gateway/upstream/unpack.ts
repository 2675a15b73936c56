import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { BadAnswer } from './upstream-error.ts'

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
