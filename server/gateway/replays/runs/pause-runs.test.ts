import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startReceiver, type TestReceiver } from '../../../testing/peers/test-receiver.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import {
  FROM_DASHBOARD,
  JSON_BODY,
  signIn,
  startTestGateway,
  type TestGateway,
} from '../../../testing/test-gateway.ts'
import { type ListUpstream, startListUpstream } from '../testing/list-upstream.ts'
import { RANGE, ReplayClient } from '../testing/replay-client.ts'

const TOKEN = 'a'.repeat(40)

let upstream: ListUpstream
let receiver: TestReceiver
let database: Database
let gateway: TestGateway
beforeAll(async () => {
  upstream = await startListUpstream()
  receiver = await startReceiver(200)
  database = await openTestDatabase()
  gateway = await startTestGateway(upstream.url, { receivers: [receiver], database })
})
afterAll(async () => {
  await gateway.close()
  await upstream.close()
  await receiver.close()
})

test('a revoked token pauses the runs that were started with it, and starts none', async () => {
  const cookie = await signIn(gateway, { token: TOKEN, name: 'Thandi' })
  const post = (path: string, body: object) =>
    fetch(`${gateway.url}/gateway/${path}`, {
      method: 'POST',
      headers: { ...FROM_DASHBOARD, ...JSON_BODY, cookie },
      body: JSON.stringify(body),
    })
  const stateOf = async (id: string) =>
    (await database.db.selectFrom('replay_run').select('state').where('id', '=', id).execute())[0]
      ?.state
  upstream.items = Array.from(
    { length: 40 },
    (_, at) => `{"id":${at},"callback_url":"${receiver.url}","request_json":{"call_id":${at}}}`,
  )
  // The receiver answers nothing until the end, so that the run is still under way.
  const held: ServerResponse[] = []
  receiver.behave((_request, response) => void held.push(response))
  const running = await new ReplayClient(gateway.url, TOKEN).prepare({ start: true })
  await eventually(() => receiver.requests.length > 0)
  const prepared = await new ReplayClient(gateway.url, TOKEN).prepare()
  expect(await stateOf(running.id)).toBe('running')

  upstream.prove((_, response) => answer(response, 401, { detail: 'Invalid token.' }))
  expect((await post(`replays/${prepared.id}/start`, {})).status).toBe(401)
  expect([await stateOf(running.id), await stateOf(prepared.id)]).toEqual(['paused', 'ready'])

  // The session does not come back with the token.
  upstream.prove((_, response) => answer(response, 200, []))
  expect((await post('replays', { ...RANGE, events: 'all' })).status).toBe(401)
  receiver.behave(200)
  for (const response of held) response.end()
})
