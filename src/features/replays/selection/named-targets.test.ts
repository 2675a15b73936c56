import { expect, test } from 'vitest'
import { namedTargets } from './named-targets.ts'

const MAX_BYTES = 4 * 1024 * 1024

const targets = (ofCharacters: number) =>
  Array.from({ length: 50_000 }, (_, at) => ({
    id: String(at).padStart(ofCharacters, '0'),
    page: 1 + Math.floor(at / 25),
    page_size: 25,
  }))

test.each([10, 40, 64])(
  'a request that names 50,000 events by ids of %i characters has less than 4 MiB',
  length => {
    expect(JSON.stringify(namedTargets(targets(length))).length).toBeLessThan(MAX_BYTES)
  },
)

test('events are named with their pages as long as there is room', () => {
  expect(namedTargets(targets(40))[26]).toMatchObject({ page: 2, page_size: 25 })
})
