import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, type onTestFinished } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { startReceiver } from '../../../testing/peers/test-receiver.ts'
import { runRedial } from '../../../testing/run-redial.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { failedCall, idsDownFrom, startListUpstream } from './list-upstream.ts'
import { ReplayClient } from './replay-client.ts'

const TOKEN = 'c'.repeat(40)

/** Long enough that no slow process counts as dead; the tests expire claims with ageClaims. */
export const TIMINGS = {
  claimLifetimeS: 120,
  claimReleaseS: 1,
  claimCheckS: 1,
  leaseMs: 120_000,
  leaseRenewalMs: 100,
  stopAnnouncementMs: 100,
}

/**
 * A service, a receiver and a database for one test, and the processes that it starts on them.
 *
 * @param postgres the result of `startPostgresWithTemplate`
 */
export async function startServers(
  finished: typeof onTestFinished,
  postgres = inject('postgresUrl'),
) {
  const folder = mkdtempSync(join(tmpdir(), 'redial-runs-'))
  finished(() => rmSync(folder, { recursive: true, force: true }))
  const upstream = await startListUpstream()
  finished(() => upstream.close())
  const receiver = await startReceiver(200)
  finished(() => receiver.close())
  const database = await openTestDatabase({ server: postgres })
  finished(() => database.close())
  const itemOf = (id: string) => failedCall(id, receiver.url)
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, receiver.ca)

  return {
    upstream,
    receiver,
    database,
    async start(name: string, more: Record<string, string> = {}) {
      const settings = {
        PORT: '0',
        DATA_DIR: join(folder, name),
        DATABASE_URL: database.url,
        SESSION_SECRET: 'a secret for tests, of enough characters',
        UPSTREAM_URL: upstream.url,
        RECEIVER_CA_FILE: authorities,
        RECEIVER_EXCEPTIONS: receiver.exception,
        ...more,
      }
      const redial = await runRedial(settings, TIMINGS)
      finished(async () => void (await redial.kill()))
      return { ...redial, client: new ReplayClient(redial.url, TOKEN) }
    },
    /** From now on the service lists this many events. Returns their ids, newest first. */
    list(count: number): string[] {
      const ids = idsDownFrom(count)
      upstream.items = ids.map(itemOf)
      return ids
    },
    /** The same with every other event, and the oldest, in the list of AI events, which is read last. */
    listInBoth(count: number): string[] {
      const ids = this.list(count)
      const isAiEvent = (id: string) => Number(id) % 2 === 1
      upstream.items = ids.filter(id => !isAiEvent(id)).map(itemOf)
      upstream.aiItems = ids.filter(isAiEvent).map(itemOf)
      return ids
    },
    /** The ids of the events that the receiver got. */
    sent: () => receiver.requests.map(({ headers }) => String(headers['webhook-id'])),
  }
}

/**
 * Expires the claims and leases that are held now, as time does for a process that was killed. Call it only
 * while no live process holds any.
 */
export async function ageClaims({ db }: Database): Promise<void> {
  await sql`
    update job_queue.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'
  `.execute(db)
  await sql`
    update replay_run set renewed_at = renewed_at - interval '1 hour' where state = 'reading'
  `.execute(db)
}
