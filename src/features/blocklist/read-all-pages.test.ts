import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../api/api-error.ts'
import { nextPage, readAllPages } from './read-all-pages.ts'

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

describe('readAllPages', () => {
  /** What it reads of a service that answers each page as told, and which pages it asked for. */
  async function read(answerOf: (page: number) => unknown) {
    const asked: number[] = []
    const server = createServer((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://any').searchParams.get('page'))
      asked.push(page)
      const answer = answerOf(page)
      response.writeHead(answer === null ? 404 : 200).end(JSON.stringify(answer))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port')
    const items = await readAllPages(z.int(), `http://127.0.0.1:${address.port}/`)
    return { items, asked }
  }

  it.each<[string, (page: number) => unknown, number[], number[]]>([
    ['a flat list', () => [1, 2], [1, 2], [1]],
    ['a page without anything around it', () => ({ results: [1, 2] }), [1, 2], [1]],
    [
      'no next, and a last page that is not full',
      page => (page > 2 ? null : { count: 3, results: page === 1 ? [1, 2] : [3] }),
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      'no next, and a full last page',
      page => (page > 2 ? null : { count: '4', results: [page, page + 10] }),
      [1, 11, 2, 12],
      [1, 2],
    ],
    [
      'no count',
      page => ({ next: page < 3 ? `http://10.0.0.1/?page=${page + 1}` : null, results: [page] }),
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      'a next that never ends',
      page => ({ count: 2, next: `?page=${page + 1}`, results: [page] }),
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      'a next that never ends and no count',
      page => ({ next: `?page=${page + 1}`, results: [Math.min(page, 2)] }),
      [1, 2, 2],
      [1, 2, 3],
    ],
  ])('of %s reads all there is', async (_what, answerOf, items, asked) => {
    expect(await read(answerOf)).toEqual({ items, asked })
  })
})
