import { expect, test } from 'vitest'
import { EventStates } from '../../../contract/event-state.ts'
import type { Behaviour } from '../../testing/peers/test-receiver.ts'
import { RANGE } from './testing/replay-client.ts'
import { replaysOfFile } from './testing/start-replays.ts'

const { receiver, thandi, list } = await replaysOfFile()

async function stateOf(id: string) {
  const asked = { list: RANGE.list, event_ids: [id] }
  const { body } = await thandi.post('event-states', asked)
  const [state] = EventStates.parse(body).results ?? []
  return state && { state: state.state, status: state.failure?.status ?? null }
}

async function replay(id: string, behaviour: Behaviour) {
  receiver.behave(behaviour)
  const run = await thandi.prepare({ events: [{ id }], start: true, include_delivered: true })
  return thandi.settled(run.id)
}

test('the state says how the newest failed replay failed, also after a delivery', async () => {
  const [id = '', other = ''] = list(2)
  await replay(id, 500)
  await replay(id, 204)
  expect(await stateOf(id)).toEqual({ state: 'failed_again', status: 204 })
  await replay(id, 200)
  expect(await stateOf(id)).toEqual({ state: 'delivered', status: 204 })
  await replay(other, 200)
  expect(await stateOf(other)).toEqual({ state: 'delivered', status: null })
})

test('the state, the run and its items have the cause of a failure without an answer', async () => {
  const [id = ''] = list(1)
  const run = await replay(id, (_request, response) => void response.socket?.destroy())
  const failure = { status: null, cause: { code: 'broke-off' } }
  expect(run.causes).toMatchObject([{ state: 'failed_again', failure }])
  expect(await thandi.items(run.id)).toMatchObject([{ attempts: [failure] }])
  const { body } = await thandi.post('event-states', { list: RANGE.list, event_ids: [id] })
  expect(EventStates.parse(body).results).toMatchObject([{ failure }])
})
