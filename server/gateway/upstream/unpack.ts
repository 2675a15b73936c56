import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { BadAnswer } from './upstream-error.ts'

const UNPACK: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** What some servers call an answer that isn't packed; browsers read it so, too. */
const NOT_PACKED = ['', 'identity', 'none', 'utf-8', 'utf8']

/**
 * What unpacks an answer as it comes; null for one that isn't packed.
 *
 * @param encoding the answer's Content-Encoding
 * @throws BadAnswer when it is packed in a way that is not known here, or more than once
 */
export function unpackerOf(encoding: unknown = ''): Transform | null {
  const name = typeof encoding === 'string' ? encoding.trim().toLowerCase() : null
  if (name !== null && NOT_PACKED.includes(name)) return null
  const unpack = name !== null && Object.hasOwn(UNPACK, name) ? UNPACK[name]?.() : undefined
  if (unpack !== undefined) return unpack
  throw new BadAnswer('packed its answer in a way that Redial does not know')
}
