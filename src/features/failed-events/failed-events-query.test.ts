import { describe, expect, test } from 'vitest'
import { refuseEmptyPage } from './failed-events-query.ts'

const answer = (count: number, results: unknown[]) => ({ count, results })

describe('refuseEmptyPage', () => {
  test.each([
    [answer(0, []), 1],
    [answer(0, []), 3],
    [answer(2, ['a', 'b']), 1],
  ])('accepts %j as page %i', (page, number) => {
    expect(() => refuseEmptyPage(page, number)).not.toThrow()
  })

  test('treats an empty page after the last one as missing', () => {
    expect(() => refuseEmptyPage(answer(40, []), 3)).toThrow(
      expect.objectContaining({ kind: 'not-found' }),
    )
  })

  test('does not treat a first page that counts rows but lists none as an empty list', () => {
    expect(() => refuseEmptyPage(answer(5, []), 1)).toThrow(
      expect.objectContaining({ kind: 'unreadable', detail: expect.stringContaining('5') }),
    )
  })
})
