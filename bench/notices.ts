import { setTimeout } from 'node:timers/promises'
import { READING_PATH, ReadingStatus } from '../contract/events.ts'
import { FailedEventList } from '../contract/failed-event.ts'
import { USUAL_CHOICES } from '../contract/notices/notice.ts'
import { addDays, dayOf } from '../contract/time/calendar-date.ts'
import { startListUpstream } from '../server/gateway/replays/testing/list-upstream.ts'
import { startMailServer } from '../server/testing/peers/test-mail-server.ts'
import { type RunningRedial, runRedial } from '../server/testing/run-redial.ts'
import { askServer } from './ask-server.ts'
import { callTermination } from './deliveries/fill-deliveries.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import { atMost, type Findings, scaled } from './measurement.ts'
import { metricOf } from './process-figures.ts'
import { withPostgres } from './with-postgres.ts'

const RECEIVERS = scaled(1_000)
const QUIET_LOOKS = 3
const LIMITS = { messageS: 150, everyS: 119, memoryMB: 30 }
const GIVE_UP_AFTER_MS = 600_000
const ASK_EVERY_MS = 200
/** Until a look has examined certificates, and garbage is collected. */
const SETTLED_MS = 5_000
const TOKEN = 'b'.repeat(40)
const LISTS = FailedEventList.options
/** Garbage says nothing about what a watch needs, so a process collects it at a signal. */
const NODE_OPTIONS = `--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>gc())`

/**
 * Measures notices of the real server with its default settings, on PostgreSQL and in front of a foreign service: the
 * time from the listing of a receiver's fifth failure, right after a look, to the message at an SMTP server. Then, while
 * 1,000 receivers fail, the requests of each look, and the memory of the process compared with one that does not watch
 * and in which a person has opened the same lists.
 */
export function notices(say: (sentence: string) => void): Promise<Findings> {
  return withPostgres(async createDatabase => {
    const service = await startListUpstream()
    service.aiItems = []
    const pagesAt: number[] = []
    service.afterPage = () => pagesAt.push(performance.now())
    const { mails, ...mail } = await startMailServer()
    const start = async () => {
      const smtp = { SMTP_URL: mail.url, NOTICE_FROM: 'redial@redial.example' }
      const settings = settingsOnPostgres(await createDatabase())
      return runRedial({ ...settings, ...smtp, UPSTREAM_URL: service.url, NODE_OPTIONS })
    }
    const [watching, other] = [await start(), await start()]
    /** Lists failures of receivers in turns, at addresses that Redial does not connect to. */
    const list = (failures: number, firstPort: number, receivers = 1) => {
      const failed_at = new Date().toISOString()
      const items = Array.from({ length: failures }, (_, place) => {
        const id = service.items.length + place
        return JSON.stringify({
          ...{ id, event: 'call_termination', failed_at },
          callback_url: `https://127.0.0.1:${firstPort + (place % receivers)}/calls`,
          attempts: [{ at: failed_at, status: 500, error: null, duration_ms: 12 }],
          request_json: callTermination(id, '27105550000'),
        })
      })
      service.items = [...items.reverse(), ...service.items]
    }
    try {
      const body = { ...USUAL_CHOICES, email: 'thandi@example.com' }
      await askServer(`${watching.url}/gateway/notices/settings`, TOKEN, { method: 'PATCH', body })
      list(4, 20_000)
      await askServer(`${watching.url}/gateway/notices/watch`, TOKEN, {
        method: 'PUT',
        body: { is_on: true },
      })
      await until(() => pagesAt.length >= LISTS.length)
      say('waiting for the message about a fifth failure')
      list(1, 20_000)
      const listedAt = performance.now()
      await until(() => mails.length === 1)
      const seconds = (performance.now() - listedAt) / 1_000
      const before = await Promise.all([usage(watching), usage(other)])
      say(`waiting for the message about ${RECEIVERS.toLocaleString('en')} receivers`)
      list(5 * RECEIVERS, 20_001, RECEIVERS)
      await Promise.all([until(() => mails.length === 2), readAll(other)])
      await setTimeout(SETTLED_MS)
      say(`waiting for ${QUIET_LOOKS} looks while nothing changes`)
      pagesAt.length = 0
      await until(() => pagesAt.length >= QUIET_LOOKS * LISTS.length)
      const everyS = (Math.max(...pagesAt) - Math.min(...pagesAt)) / (QUIET_LOOKS - 1) / 1_000
      await setTimeout(SETTLED_MS)
      const after = await Promise.all([usage(watching), usage(other)])
      const more = after[0].rss - after[1].rss
      const while_ = `${RECEIVERS.toLocaleString('en')} failing receivers watched`
      return {
        measurements: [
          {
            what: 'From the listing of a fifth failure, right after a look, to the message at SMTP',
            measured: `${seconds.toFixed(1)} s`,
            limit: `at most ${LIMITS.messageS} s`,
            reached: seconds <= LIMITS.messageS,
          },
          {
            what: `${while_}: requests of a look while nothing changes`,
            measured: `${pagesAt.length / QUIET_LOOKS} each ${everyS.toFixed(0)} s`,
            limit: `one for each of ${LISTS.length} lists, each 2 minutes`,
            reached: pagesAt.length === QUIET_LOOKS * LISTS.length && everyS >= LIMITS.everyS,
          },
          atMost(LIMITS.memoryMB, 'MB', `${while_}: memory that this takes`, more),
        ],
        notes: [
          `before the events, of the watching and the other process: ${before.map(text).join('; ')}`,
          `after them: ${after.map(text).join('; ')}`,
        ],
      }
    } finally {
      await Promise.all([watching.kill(), other.kill()])
      await mail.close()
      await service.close()
    }
  })
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error('Redial has not looked, or sent nothing')
    await setTimeout(ASK_EVERY_MS)
  }
}

/** Opens today's lists as a person does. */
async function readAll({ url }: RunningRedial): Promise<void> {
  const from_date = dayOf(new Date(), 'Africa/Johannesburg')
  for (const list of LISTS) {
    const query = new URLSearchParams({ list, from_date, to_date: addDays(from_date, 1) })
    await until(async () => {
      const answer = await askServer(`${url}${READING_PATH}?${query}`, TOKEN)
      const { is_complete, is_reading } = ReadingStatus.parse(answer).reading
      return is_complete && !is_reading
    })
  }
}

type Usage = Record<'rss' | 'heap' | 'external', number>

/** In MB. */
async function usage({ url, process }: RunningRedial): Promise<Usage> {
  process.kill('SIGUSR2')
  await setTimeout(SETTLED_MS)
  const megabytes = async (name: string) => (await metricOf(url, name)) / 1e6
  return {
    rss: await megabytes('process_resident_memory_bytes'),
    heap: await megabytes('nodejs_heap_size_used_bytes'),
    external: await megabytes('nodejs_external_memory_bytes'),
  }
}

function text({ rss, heap, external }: Usage): string {
  return `${rss.toFixed(1)} MB, of which heap ${heap.toFixed(1)} and external ${external.toFixed(1)}`
}
