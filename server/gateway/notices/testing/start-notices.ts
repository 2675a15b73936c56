import { afterAll, afterEach, beforeEach } from 'vitest'
import {
  type NoticeChange,
  NoticeSettings,
  Notices,
  USUAL_CHOICES,
} from '../../../../contract/notices/notice.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startMailServer } from '../../../testing/peers/test-mail-server.ts'
import { startReceiver } from '../../../testing/peers/test-receiver.ts'
import type { ReplayClient } from '../../replays/testing/replay-client.ts'
import { startReplays } from '../../replays/testing/start-replays.ts'

export const EVERY_MS = 30_000
const FROM = 'redial@redial.example'

export type ItemOptions = { receiver?: string; company?: string; more?: object }

/** A gateway in front of a foreign service, a mail server and a webhook, for the tests of one file. */
export async function noticesOfFile() {
  const mail = await startMailServer()
  /** An incoming webhook, and a receiver whose certificate has expired. */
  const hook = await startReceiver(200)
  const expired = await startReceiver(200, { certificate: 'expired' })
  let now = new Date()
  const replays = await startReplays({
    receivers: [hook, expired],
    timings: { noticePollMs: 50 },
    notices: { everyMs: EVERY_MS, mail: { url: mail.url, from: FROM }, today: () => now },
  })
  beforeEach(() => {
    now = new Date()
    mail.mails.length = 0
    mail.behave({})
    hook.requests.length = 0
    hook.behave(200)
    replays.upstream.items = []
    replays.upstream.behave(replays.upstream.serve)
  })
  // Otherwise the accounts of earlier tests would be told, too.
  afterEach(async () => {
    const { db } = replays.database
    await db.deleteFrom('notice_watch').execute()
    await db.deleteFrom('notice_recipient').execute()
  })
  afterAll(async () => {
    await replays.close()
    await mail.close()
    await hook.close()
    await expired.close()
  })
  const settings = async (client: ReplayClient) =>
    NoticeSettings.parse((await client.get('notices/settings')).body)
  const lookedAt = async (client: ReplayClient) => (await settings(client)).watch.looked_at
  return {
    ...{ ...replays, mail, hook, expired, settings },
    /** The time of day of the processes. */
    now: () => now,
    pass(ms: number) {
      now = new Date(now.getTime() + ms)
    },
    /** An item of a call that failed a minute ago. */
    item(id: number, options: ItemOptions = {}): string {
      const { receiver = 'hooks.acme.example', company = 'Acme Motors', more } = options
      const failedAt = new Date(now.getTime() - 60_000).toISOString()
      return JSON.stringify({
        id,
        event: 'call_termination',
        callback_url: `https://${receiver}/calls?key=secret`,
        failed_at: failedAt,
        attempts: [{ at: failedAt, status: 500, error: null, duration_ms: 12 }],
        request_json: {
          call_id: id,
          caller_number: '27825550189',
          tracking_number: '27105550199',
          company: { name: company, reference: company },
        },
        ...more,
      })
    },
    notices: async (client: ReplayClient) => Notices.parse((await client.get('notices')).body),
    async choose(client: ReplayClient, change: NoticeChange): Promise<NoticeSettings> {
      const { body } = await client.send('PATCH', 'notices/settings', {
        ...USUAL_CHOICES,
        ...change,
      })
      return NoticeSettings.parse(body)
    },
    /** Lets Redial watch, and waits for the first look. */
    async watch(client: ReplayClient) {
      await client.send('PUT', 'notices/watch', { is_on: true })
      await eventually(async () => (await lookedAt(client)) !== null)
    },
    /** Waits until Redial has looked again, after the time until then. */
    async look(client: ReplayClient) {
      const before = await lookedAt(client)
      now = new Date(now.getTime() + EVERY_MS)
      await eventually(async () => (await lookedAt(client)) !== before)
    },
  }
}

/** Numbers from `first` to `last`, the last one first, as services list events. */
export function downTo(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => last - at)
}
