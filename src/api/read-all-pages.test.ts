import { describe, expect, it } from 'vitest'
import { drfPage, PAGINATORS } from '../../contract/testing/drf-pages.ts'
import { readAllPages } from './read-all-pages.ts'
import { serve } from './testing/serve.ts'

describe('readAllPages', () => {
  /** The items it loads from a service that answers each page as given, and the pages it requested. */
  async function read(answerOf: (page: number) => unknown) {
    const asked: number[] = []
    const url = await serveAnswers(path => {
      const page = Number(new URL(path, 'http://any').searchParams.get('page'))
      asked.push(page)
      const answer = answerOf(page)
      return { status: answer === null ? 404 : 200, body: answer }
    })
    return { items: await readAllPages(url), asked }
  }

  /** A service that answers each path as given. */
  function serveAnswers(answerOf: (path: string) => { status: number; body: unknown }) {
    return serve((request, response) => {
      const { status, body } = answerOf(request.url ?? '')
      response.writeHead(status).end(JSON.stringify(body))
    })
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
  ])('loads all items of %s', async (_what, answerOf, items, asked) => {
    expect(await read(answerOf)).toEqual({ items, asked })
  })

  it.each(PAGINATORS)('loads each of 257 records once from pages by %s', async paginator => {
    const items = Array.from({ length: 257 }, (_, index) => index)
    const url = await serveAnswers(path => drfPage(paginator, path, { items }))
    expect(await readAllPages(url)).toEqual(items)
  })

  it('continues with the page that a busy service refused, as often as it is called again', async () => {
    const asked: (string | null)[] = []
    const url = await serve((request, response) => {
      const page = new URL(request.url ?? '', 'http://any').searchParams.get('page')
      asked.push(page)
      const isBusy = asked.length === 3 || asked.length === 5
      const next = page === '5' ? null : `?page=${Number(page) + 1}`
      response.writeHead(isBusy ? 429 : 200)
      response.end(JSON.stringify({ count: 5, next, results: [Number(page)] }))
    })
    const { signal } = new AbortController()
    const load = () => readAllPages(url, { signal })
    await expect(load()).rejects.toMatchObject({ kind: 'throttled' })
    await expect(load()).rejects.toMatchObject({ kind: 'throttled' })
    expect(await load()).toEqual([1, 2, 3, 4, 5])
    expect(asked).toEqual(['1', '2', '3', '3', '4', '4', '5'])
  })

  it.each<[string, (path: string) => unknown]>([
    ['no parameters', () => ({ next: '/v1/blocklist/', results: [1] })],
    ['the same page', path => ({ next: path, results: [1] })],
    [
      'the first page',
      path => ({ next: path.includes('cursor') ? '/' : '?cursor=a', results: [1] }),
    ],
    [
      'a page before the last one',
      path => ({ next: path.includes('cursor=a') ? '?cursor=b' : '?cursor=a', results: [path] }),
    ],
    ['the same rows by another name', path => ({ next: `?cursor=${path.length}`, results: [1] })],
    [
      'a second page by its number, which is the first one again',
      path => ({ next: path.includes('page=2') ? '?cursor=a' : '?page=2', results: [1] }),
    ],
  ])('throws if the next link leads to %s', async (_what, answerOf) => {
    const url = await serveAnswers(path => ({ status: 200, body: answerOf(path) }))
    await expect(readAllPages(url)).rejects.toThrow('leads to nothing new')
  })
})
