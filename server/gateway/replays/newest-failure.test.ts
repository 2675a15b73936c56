import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventStates } from '../../../contract/event-state.ts'
import { RANGE } from './testing/replay-client.ts'
import { type Replays, startReplays } from './testing/start-replays.ts'

let replays: Replays

beforeAll(async () => {
  replays = await startReplays()
})
afterAll(() => replays.close())

async function stateOf(id: string) {
  const asked = { list: RANGE.list, event_ids: [id] }
  const { body } = await replays.thandi.post('event-states', asked)
  const [state] = EventStates.parse(body).results ?? []
  return state && { state: state.state, status: state.failure?.status ?? null }
}

async function replay(id: string, status: number): Promise<void> {
  const { thandi, receiver } = replays
  receiver.behave(status)
  const run = await thandi.prepare({ events: [{ id }], start: true, include_delivered: true })
  await thandi.settled(run.id)
}

test('the state says how the newest failed replay failed, also after a delivery', async () => {
  const [id = '', other = ''] = replays.list(2)
  await replay(id, 500)
  await replay(id, 204)
  expect(await stateOf(id)).toEqual({ state: 'failed_again', status: 204 })
  await replay(id, 200)
  expect(await stateOf(id)).toEqual({ state: 'delivered', status: 204 })
  await replay(other, 200)
  expect(await stateOf(other)).toEqual({ state: 'delivered', status: null })
})
