import { z } from 'zod'
import { BlocklistRecord } from '../../../contract/blocklist.ts'
import { ReplayRun } from '../../../contract/replay.ts'
import { openDatabase } from '../../database/database.ts'
import { JSON_BODY } from '../../testing/test-gateway.ts'

/** The first of the calls that a test reports; the demo's have other ids. */
export const FIRST_CALL = 8_000_000_001

export const BLOCKED = '27825550001'

/** Blocks a number for one of the account's entities. */
export async function blockNumber(url: string, token: string): Promise<void> {
  const list = await ask(url, token, '/v1/blocklist/')
  const { results } = z.object({ results: z.array(BlocklistRecord) }).parse(list)
  await ask(url, token, '/v1/blocklist/', {
    ...results[0],
    blocked_phone_number_list: [{ phone_number: BLOCKED }],
  })
}

/** Starts to replay all failed calls. @returns the run's id */
export async function startReplay(url: string, token: string): Promise<string> {
  const days = { list: 'call_events_fail', from_date: '2000-01-01', to_date: '2100-01-01' }
  const run = { ...days, events: 'all', start: true }
  return ReplayRun.parse(await ask(url, token, '/gateway/replays', run)).id
}

/** What the database of a DATA_DIR has of the test's calls, block and replay. */
export async function confirmedIn(folder: string, runId: string) {
  const { db, close } = await openDatabase({ folder })
  try {
    const calls = db.selectFrom('tracked_call').select('id').where('id', '>=', FIRST_CALL)
    const blocked = db.selectFrom('blocked_number').selectAll().where('phone_number', '=', BLOCKED)
    const runs = db.selectFrom('replay_run').select('id').where('id', '=', runId)
    return {
      calls: (await calls.orderBy('id').execute()).map(({ id }) => id),
      blocked: (await blocked.execute()).length,
      runs: (await runs.where('state', '<>', 'ready').execute()).length,
    }
  } finally {
    await close()
  }
}

async function ask(url: string, token: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Token ${token}`, ...(body && JSON_BODY) },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} was answered ${response.status} ${text}`)
  return JSON.parse(text)
}
