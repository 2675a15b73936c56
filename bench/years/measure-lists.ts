import { request } from 'undici'
import { z } from 'zod'
import { startPageServer } from '../pages/start-page-server.ts'
import { takeTurns } from '../pages/take-turns.ts'
import type { Filled } from './fill-years.ts'

const PAGE_SIZE = 40
const BLOCKS = 6
const ROUNDS_OF_BLOCK = 100
const WARM_UP = 50

/** What is requested of a list, in this order. */
export const REQUESTS = ['first page', 'last page', 'count'] as const

/** For each of `REQUESTS`, how long the answers took, in ms. */
export type ListTimes = number[][]

type Listed = { url: string; filled: Filled }

/**
 * Requests the first page, the last page and the count of a year's failed events, on each of the databases
 * in turns.
 *
 * @param which the partner whose events are listed
 */
export async function measureLists(
  databases: Listed[],
  which: 'own' | 'busy',
): Promise<ListTimes[]> {
  const servers = await Promise.all(databases.map(({ url }) => startPageServer(url)))
  try {
    const lists = databases.map(({ filled }, index) => {
      const origin = servers[index]?.origin ?? ''
      const path = `/v1/call_events_fail/?from_date=${filled.from}&to_date=${filled.to}`
      const total = which === 'own' ? filled.failed : filled.busyFailed
      const token = which === 'own' ? filled.token : filled.busyToken
      const last = Math.ceil(total / PAGE_SIZE)
      const page = `${path}&page_size=${PAGE_SIZE}`
      const paths = [page, `${page}&page=${last}`, `${path}&page_size=1`]
      const times: ListTimes = REQUESTS.map(() => [])
      return { origin, token, total, paths, times }
    })
    for (const list of lists) await check(list)
    for (let block = 0; block < BLOCKS; block++) {
      for (const { origin, token, paths, times } of lists) {
        const samples = await takeTurns(
          { origin, token, warmUp: WARM_UP, rounds: ROUNDS_OF_BLOCK },
          paths.map(path => () => path),
        )
        for (const [index, ofPath] of samples.entries()) times[index]?.push(...ofPath)
      }
    }
    return lists.map(({ times }) => times)
  } finally {
    for (const server of servers) await server.stop()
  }
}

const Answer = z.object({ count: z.number(), results: z.array(z.object({ id: z.number() })) })

/** @throws if a page has another count, or not the events that it should */
async function check(list: {
  origin: string
  token: string
  total: number
  paths: string[]
}): Promise<void> {
  const { origin, token, total, paths } = list
  const expected = [Math.min(PAGE_SIZE, total), ((total - 1) % PAGE_SIZE) + 1, 1]
  for (const [index, path] of paths.entries()) {
    const answer = await request(`${origin}${path}`, {
      headers: { authorization: `Token ${token}` },
    })
    const { count, results } = Answer.parse(await answer.body.json())
    if (count !== total || results.length !== expected[index]) {
      throw new Error(`${path} has ${results.length} of ${count} events`)
    }
  }
}
