import {
  answer,
  startUpstream,
  type TestUpstream,
  type UpstreamHandler,
} from '../../../testing/peers/test-upstream.ts'

export type ListUpstream = TestUpstream & {
  /** The items of the list as JSON texts, newest first. */
  items: string[]
  /** The default behaviour; `maxPageSize` clamps. */
  serve: UpstreamHandler
  maxPageSize: number
  /** Called after each page was answered. */
  afterPage: (page: number) => void
}

/** A service with one list that a test may change between pages, paginated like DRF. */
export async function startListUpstream(): Promise<ListUpstream> {
  const list = { items: [] as string[], maxPageSize: 100, afterPage: (_page: number) => {} }
  const serve: UpstreamHandler = ({ query }, response) => {
    const page = Number(query.get('page'))
    const size = Math.min(Number(query.get('page_size')), list.maxPageSize)
    const { items } = list
    const results = items.slice((page - 1) * size, page * size)
    if (results.length === 0 && page > 1) return answer(response, 404, { detail: 'Invalid page.' })
    const next = page * size < items.length ? `"http://10.0.0.1/?page=${page + 1}"` : 'null'
    answer(
      response,
      200,
      `{"count":${items.length},"next":${next},"previous":null,"results":[${results}]}`,
    )
    list.afterPage(page)
  }
  const upstream = await startUpstream(serve)
  return Object.assign(list, upstream, { serve })
}
