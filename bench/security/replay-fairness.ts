import { setTimeout as sleep } from 'node:timers/promises'
import { ReplayRunDetails } from '../../contract/replay.ts'
import {
  type ListUpstream,
  startListUpstream,
} from '../../server/gateway/replays/testing/list-upstream.ts'
import { runRedial } from '../../server/testing/run-redial.ts'
import { askServer } from '../ask-server.ts'
import { settingsOnPostgres } from '../deliveries/settings.ts'
import type { Receivers } from '../deliveries/start-receivers.ts'
import { receiversThatAnswer, withReceivers } from '../deliveries/with-receivers.ts'
import { longestWait } from './longest-wait.ts'

export type Row = { name: string; milliseconds: number; detail: string }

const HANGING = 120
const QUICK = 10
const EVENTS = 50_000
const DAYS = { list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' }

type Bench = {
  url: string
  service: ListUpstream
  hanging: string[]
  quick: string[]
  receivers: Receivers
}

/**
 * Measures what one account's replays cost the others: how long a replay waits while 120 receivers of
 * another account hang, and how long any request waits while a run of 50,000 events is created, viewed,
 * started and changed. The real server runs on PostgreSQL, in front of a foreign service.
 */
export function replayFairness(say: (sentence: string) => void): Promise<Row[]> {
  const answering = [
    ...receiversThatAnswer('never', HANGING),
    ...receiversThatAnswer('at once', QUICK),
  ]
  return withReceivers(answering, async ({ receivers, createDatabase }) => {
    const service = await startListUpstream()
    const redial = await runRedial({
      ...settingsOnPostgres(await createDatabase(), receivers),
      UPSTREAM_URL: service.url,
    })
    try {
      const urls = receivers.origins.map(origin => `${origin}/call_termination`)
      const bench = {
        url: redial.url,
        service,
        receivers,
        hanging: urls.slice(0, HANGING),
        quick: urls.slice(HANGING),
      }
      return [await nextToHangingReceivers(bench, say), ...(await whileALargeRunIsMade(bench, say))]
    } finally {
      // Hanging attempts would delay the stop by ten seconds.
      await redial.kill()
      await service.close()
    }
  })
}

async function nextToHangingReceivers(bench: Bench, say: (sentence: string) => void): Promise<Row> {
  const { url, service, hanging, quick, receivers } = bench
  say(`${HANGING} receivers of one account hang, and another account replays an event`)
  const [first, second] = [client(url, 'first'), client(url, 'second')]
  list(service, 1_000_000, HANGING * 40, hanging)
  const { id } = await first.settles(await first.make({ events: 'all' }), 'reading')
  await first.change(id, 'start', {})
  const hang = await hangingPosts(receivers)
  await receivers.take()
  const [event = 0] = list(service, 2_000_000, 1, quick)
  const begun = Date.now()
  await second.make({ events: [{ id: event }], start: true, seen_run_id: null })
  let took: number | undefined
  while (took === undefined) {
    await sleep(20)
    const posts = await receivers.take()
    const post = posts.find(({ id }) => id === event)
    if (post !== undefined) took = post.at - begun
  }
  await first.change(id, 'cancel')
  return {
    name: `a replay next to another account's ${HANGING} receivers that hang`,
    milliseconds: took,
    detail: `${hang} posts hang when it is asked for`,
  }
}

/** How many posts there are when no more arrive. */
async function hangingPosts(receivers: Receivers): Promise<number> {
  let before = 0
  for (;;) {
    await sleep(1_000)
    const now = await receivers.count()
    if (now > 0 && now === before) return now
    before = now
  }
}

async function whileALargeRunIsMade(bench: Bench, say: (sentence: string) => void): Promise<Row[]> {
  const { url, service, quick } = bench
  const rows: Row[] = []
  /** Records how long others waited at most during this. */
  const during = async (name: string, work: () => Promise<unknown>) => {
    say(name)
    let took = 0
    const milliseconds = await longestWait(url, async () => {
      const begun = performance.now()
      await work()
      took = performance.now() - begun
    })
    rows.push({
      name: `the longest wait of others: ${name}`,
      milliseconds,
      detail: `took ${Math.round(took)} ms`,
    })
  }
  const owner = client(url, 'third')
  const ids = list(service, 3_000_000, EVENTS, quick)
  let id = ''
  const events = ids.map((event, at) => ({
    id: String(event),
    page: Math.floor(at / 25) + 1,
    page_size: 25,
  }))
  await during('a run of 50,000 named events is created', async () => {
    id = await owner.make({ events })
  })
  await during('its events are read', () => owner.settles(id, 'reading'))
  await during('it is viewed', () => owner.run(id))
  await during('it is started', () => owner.change(id, 'start', {}))
  await during('it is paused', () => owner.change(id, 'pause'))
  await during('it is resumed', () => owner.change(id, 'resume'))
  await during('it is cancelled', () => owner.change(id, 'cancel'))
  return rows
}

/** Makes a payload as large as one of a call. */
const NOTE = 'VisitOptions for a quotation. '.repeat(60)

/** Has the service list `count` events with ids from `first` on, to these receivers in turn. */
function list(service: ListUpstream, first: number, count: number, receivers: string[]): number[] {
  const ids = Array.from({ length: count }, (_, at) => first + at)
  service.items = ids.map((id, at) => {
    const payload = JSON.stringify({ call_id: id, caller_number: '27825550199', note: NOTE })
    return `{"id":${id},"callback_url":"${receivers[at % receivers.length]}","request_json":${payload}}`
  })
  return ids
}

function client(url: string, name: string) {
  const ask = (path: string, body?: object) =>
    askServer(`${url}/gateway/replays${path}`, name.padEnd(40, '0'), { body })
  const run = async (id: string) => ReplayRunDetails.parse(await ask(`/${id}`))
  return {
    run,
    async make(request: object): Promise<string> {
      const { id } = await ask('', { ...DAYS, ...request })
      return String(id)
    },
    async settles(id: string, state: string) {
      let now = await run(id)
      while (now.state === state) {
        await sleep(200)
        now = await run(id)
      }
      return now
    },
    change: (id: string, step: string, body: object = {}) => ask(`/${id}/${step}`, body),
  }
}
