// Long: a run has events for thousands of receivers.
import { expect, test } from 'vitest'
import { MAX_RECEIVERS_LISTED } from '../../../../contract/replay.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const { upstream, receiver, thandi, list } = await replaysOfFile()

const EVENTS = MAX_RECEIVERS_LISTED + 50

test('a run whose events each have their own receiver lists some receivers and counts all', async () => {
  const ids = list(EVENTS)
  upstream.items = upstream.items.map((item, at) =>
    // The last ones share one, which therefore comes first.
    item.replace('/hook"', at < EVENTS - 3 ? `/hook/${at}"` : '/shared"'),
  )
  await thandi.replay({ events: [{ id: ids[0] }] })

  const { id } = await thandi.prepare()
  const run = await thandi.run(id)
  expect(run.receivers).toHaveLength(MAX_RECEIVERS_LISTED)
  expect(run.receivers[0]).toMatchObject({
    receiver: `${receiver.exception}/shared`,
    counts: { prepared: 3 },
  })
  // One receiver with three events, and the others with one each.
  expect(run.further_receivers).toBe(EVENTS - 2 - MAX_RECEIVERS_LISTED)
  expect(run).toMatchObject({ counts: { prepared: EVENTS }, already_delivered: 1 })

  expect(await thandi.replayDraft(id)).toMatchObject({
    counts: { delivered: EVENTS - 1, skipped: 1 },
    further_receivers: EVENTS - 2 - MAX_RECEIVERS_LISTED,
    causes: [{ state: 'skipped', count: 1 }],
  })
})
