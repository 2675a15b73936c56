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
  /** From now on, requests for this page are answered after `release`; by default all. */
  hold(page?: number, serve?: UpstreamHandler): { reached: Promise<void>; release: () => void }
}

/** An item of a failed call, as a JSON text with this payload. */
export function failedCall(
  id: number | string,
  url: string,
  payload = `{"call_id":${id}}`,
): string {
  return `{"id":${id},"callback_url":"${url}","request_json":${payload}}`
}

/** The ids from `last` down to 1, as services list events. */
export function idsDownFrom(last: number): string[] {
  return Array.from({ length: last }, (_, at) => String(last - at))
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
  const hold: ListUpstream['hold'] = (page, serveHeld = serve) => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    upstream.behave(async (request, response) => {
      if (page === undefined || request.query.get('page') === String(page)) {
        reached.resolve()
        await released.promise
      }
      serveHeld(request, response)
    })
    return { reached: reached.promise, release: released.resolve }
  }
  return Object.assign(list, upstream, { serve, hold })
}
