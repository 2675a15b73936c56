import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn } from '../../../testing/test-gateway.ts'
import { RANGE } from '../testing/replay-client.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const { upstream, receiver, database, gateway, thandi, list } = await replaysOfFile()

test('a revoked token pauses the runs that were started with it but not standing orders, and starts none', async () => {
  const cookie = await signIn(gateway, { token: 'a'.repeat(40) })
  const post = (path: string, body: object) =>
    fetch(`${gateway.url}/gateway/${path}`, {
      method: 'POST',
      headers: { ...FROM_DASHBOARD, ...JSON_BODY, cookie },
      body: JSON.stringify(body),
    })
  const stateOf = async (id: string) =>
    (await database.db.selectFrom('replay_run').select('state').where('id', '=', id).execute())[0]
      ?.state
  list(40)
  // The receiver answers nothing until the end, so that the run is still under way.
  const held: ServerResponse[] = []
  receiver.behave((_request, response) => void held.push(response))
  const running = await thandi.prepare({ start: true })
  await eventually(() => receiver.requests.length > 0)
  const ordered = await thandi.prepare()
  await thandi.change(ordered.id, 'orders', { try_now: false })
  const prepared = await thandi.prepare()
  expect(await stateOf(running.id)).toBe('running')

  upstream.prove((_, response) => answer(response, 401, { detail: 'Invalid token.' }))
  expect((await post(`replays/${prepared.id}/start`, {})).status).toBe(401)
  expect([await stateOf(running.id), await stateOf(prepared.id)]).toEqual(['paused', 'ready'])
  // Its events are stored, and a person relies on it.
  expect(await stateOf(ordered.id)).toBe('running')

  // The session does not come back with the token.
  upstream.prove((_, response) => answer(response, 200, []))
  expect((await post('replays', { ...RANGE, events: 'all' })).status).toBe(401)
  receiver.behave(200)
  for (const response of held) response.end()
})
