import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

const known = (text: string) => createHash('sha256').update(text).digest('hex')

test('is that of Node, whatever the text and its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
      expect(sha256(text)).toBe(known(text))
    }),
  )
  for (let length = 0; length < 200; length++) {
    expect(sha256('é'.repeat(length))).toBe(known('é'.repeat(length)))
  }
})
