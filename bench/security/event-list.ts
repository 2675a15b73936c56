import {
  answer,
  startUpstream,
  type TestUpstream,
} from '../../server/testing/peers/test-upstream.ts'

/** The service's largest page. */
const PAGE_SIZE = 100

/** A service that lists the failed events of a benchmark for every token. */
export type EventList = TestUpstream & {
  /** Lists `count` events with ids from `first` on, to these receivers in turns. */
  list(first: number, count: number, receivers: string[]): number[]
}

export async function startEventList(): Promise<EventList> {
  let items: string[] = []
  const upstream = await startUpstream(({ query }, response) => {
    const page = Number(query.get('page') ?? 1)
    const size = Math.min(Number(query.get('page_size') ?? PAGE_SIZE), PAGE_SIZE)
    const results = items.slice((page - 1) * size, page * size)
    if (results.length === 0 && page > 1) return answer(response, 404, { detail: 'Invalid page.' })
    const next = page * size < items.length ? `"http://localhost/?page=${page + 1}"` : 'null'
    answer(
      response,
      200,
      `{"count":${items.length},"next":${next},"previous":null,"results":[${results}]}`,
    )
  })
  return Object.assign(upstream, {
    list(first: number, count: number, receivers: string[]) {
      const ids = Array.from({ length: count }, (_, at) => first + at)
      items = ids.map((id, at) => {
        const payload = JSON.stringify({ call_id: id, caller_number: '27825550199', note: NOTE })
        return `{"id":${id},"callback_url":"${receivers[at % receivers.length]}","request_json":${payload}}`
      })
      return ids
    },
  })
}

/** Makes a payload as large as one of a call. */
const NOTE = 'VisitOptions for a quotation. '.repeat(60)
