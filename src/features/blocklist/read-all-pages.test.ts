import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { nextPage } from './read-all-pages.ts'

describe('nextPage', () => {
  it.each([
    ['http://internal:8000/v1/blocklist/?page=2&page_size=100', 2],
    ['/v1/blocklist/?page_size=100&page=2#top', 2],
    ['?page=7', 7],
    [null, null],
  ])('takes only the number of the page from %s', (next, page) => {
    expect(nextPage(next, 1)).toBe(page)
  })

  it.each(['http://api/v1/blocklist/', '?page=1', '?page=0', '?page=last', '?page=1.5'])(
    'refuses %s, which doesn’t lead on',
    next => {
      expect(() => nextPage(next, 1)).toThrow(ApiError)
    },
  )
})
