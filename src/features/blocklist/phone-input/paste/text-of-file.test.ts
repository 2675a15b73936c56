import { describe, expect, it } from 'vitest'
import { textOfFile } from './text-of-file.ts'

const file = (...parts: BlobPart[]) => new File(parts, 'list.csv')
const bytes = (...values: number[]) => new Uint8Array(values)

describe('textOfFile', () => {
  it.each([
    ['UTF-8', file('Jos\u00e9,27821230001')],
    ['UTF-8 with a mark', file('\ufeff', 'Jos\u00e9,27821230001')],
    ['what Windows writes', file('Jos', bytes(0xe9), ',27821230001')],
    [
      'UTF-16',
      file(bytes(0xff, 0xfe), new Uint16Array([...'José,27821230001'].map(c => c.charCodeAt(0)))),
    ],
  ])('reads %s', async (_what, given) => {
    expect(await textOfFile(given)).toBe('José,27821230001')
  })

  it.each([
    ['an empty file', file(), /is empty/],
    ['a workbook', file(bytes(0x50, 0x4b, 3, 4, 9, 9)), /workbook.*CSV UTF-8/],
    ['an old workbook', file(bytes(0xd0, 0xcf, 0x11, 0xe0)), /workbook/],
    ['a picture', file(bytes(0x89, 0x50, 0x4e, 0x47, 0, 1, 2)), /not a text file/],
    ['UTF-16 that doesn’t say so', file(bytes(0x32, 0, 0x37, 0)), /encoding/],
    ['something huge', file(new Uint8Array(5_000_001)), /larger than 5 MB, so it was not read/],
  ])('explains why it refuses %s', async (_what, given, words) => {
    await expect(textOfFile(given)).rejects.toThrow(words)
  })
})
