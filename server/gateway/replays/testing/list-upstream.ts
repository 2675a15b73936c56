import {
  answer,
  startUpstream,
  type TestUpstream,
  type UpstreamHandler,
} from '../../../testing/peers/test-upstream.ts'

export type ListUpstream = TestUpstream & {
  /** The items of the list as JSON texts, newest first. */
  items: string[]
  /** Those of the list of AI events; null if it has the same. */
  aiItems: string[] | null
  /** The default behaviour; `maxPageSize` clamps. */
  serve: UpstreamHandler
  maxPageSize: number
  /** Called after each page was answered. */
  afterPage: (page: number) => void
}

/** A service with lists that a test may change between pages, paginated like DRF. */
export async function startListUpstream(): Promise<ListUpstream> {
  const list = {
    items: [] as string[],
    aiItems: null as string[] | null,
    maxPageSize: 100,
    afterPage: (_page: number) => {},
  }
  const serve: UpstreamHandler = ({ url = '', query }, response) => {
    const page = Number(query.get('page'))
    const size = Math.min(Number(query.get('page_size')), list.maxPageSize)
    const { items: calls, aiItems } = list
    const items = url.includes('transcription') ? (aiItems ?? calls) : calls
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
