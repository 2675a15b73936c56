// Long: dozens of orders are made, tried and settled one after the other.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { StandingOrders } from '../../../../contract/standing-order.ts'
import { eventually } from '../../../testing/eventually.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const { receiver, database, thandi, listIn, sent } = await replaysOfFile()
const { db } = database

/** The list of each event. */
const Lists = fc.array(fc.constantFrom(...FailedEventList.options), { minLength: 1, maxLength: 8 })
/** How the receiver answers the next requests. 0: it closes the connection. */
const Answers = fc.array(fc.constantFrom(200, 200, 503, 500, 0, 422, 404, 401), { maxLength: 12 })
/** What people and the clock do between. */
const Steps = fc.array(
  fc.constantFrom('time', 'time', 'time', 'continue', 'extend', 'pause', 'expire'),
  {
    minLength: 1,
    maxLength: 6,
  },
)

type Model = { delivered: Set<string>; tries: Map<string, number[]> }

/** Answers as the scenario says, then with 200, and notes what the receiver has. */
function behave(answers: number[]): Model {
  const model: Model = { delivered: new Set(), tries: new Map() }
  let at = 0
  receiver.behave((request, response) => {
    const id = request.body
    const status = answers[at++] ?? 200
    model.tries.set(id, [...(model.tries.get(id) ?? []), status])
    if (status === 0) return void response.destroy()
    if (status === 200) model.delivered.add(id)
    response.writeHead(status).end()
  })
  return model
}

/** Waits until nothing of the run is on its way: it waits for a trial or a person, or is over. */
async function rest(id: string) {
  await eventually(async () => {
    const { state, paused_receivers, counts } = await thandi.run(id)
    return (state !== 'running' || paused_receivers === 1) && counts.sending === 0
  })
  return thandi.run(id)
}

async function step(id: string, what: string) {
  const run = await rest(id)
  if (run.state !== 'running') return
  if (what === 'time') {
    await sql`
      update replay_receiver set wait_until = now() where run_id = ${id} and wait_until is not null
    `.execute(db)
    await eventually(async () => {
      const { rows } = await sql`
        select from replay_receiver where run_id = ${id} and wait_until <= now() and pause is not null
      `.execute(db)
      return rows.length === 0
    })
    return
  }
  if (what === 'expire') {
    await sql`update standing_order set ends_at = now() where run_id = ${id} and ended is null`.execute(
      db,
    )
    const { results } = StandingOrders.parse((await thandi.get('orders')).body)
    if (results.some(({ state }) => state !== 'ended')) await thandi.settled(id)
    return
  }
  // A receiver whose failure does not end by waiting can't be waited for.
  if (what === 'extend') return void (await thandi.post(`replays/${id}/orders`, { days: 2 }))
  await thandi.change(id, what, what === 'continue' ? {} : undefined)
  if (what === 'pause') await thandi.change(id, 'resume')
}

test('whatever a receiver answers and people do, an order loses no event and sends none twice after its 200', async () => {
  await fc.assert(
    fc.asyncProperty(Lists, Answers, Steps, async (lists, answers, steps) => {
      receiver.requests.length = 0
      const count = lists.length
      const payloads = listIn(lists)
      const model = behave(answers)
      const { id } = await thandi.prepare({ list: null })
      await thandi.change(id, 'orders', { try_now: false })
      expect(sent()).toEqual([])
      for (const what of steps) await step(id, what)
      // From here on, the receiver works and a person continues what waits.
      answers.length = 0
      for (let run = await rest(id); run.state === 'running'; run = await rest(id)) {
        await thandi.change(id, 'continue', {})
      }
      const { state, counts } = await thandi.settled(id)
      expect(state).toBe('finished')
      expect(counts.delivered + counts.failed_again + counts.skipped).toBe(count)
      expect(counts.delivered).toBe(model.delivered.size)
      for (const [event, tries] of model.tries) {
        expect(payloads).toContain(event)
        // Its 200 is the last answer, it is rejected once at most, and a lost answer is repeated twice at most.
        const last = tries.slice(0, -1)
        expect(last).not.toContain(200)
        expect(last).not.toContain(422)
        expect(last.filter(status => status === 0).length).toBeLessThan(3)
      }
      expect(model.tries.size + counts.skipped).toBeGreaterThanOrEqual(count)
      expect(StandingOrders.parse((await thandi.get('orders')).body).results).toEqual([])
    }),
    { numRuns: 12, seed: 20_261_128 },
  )
})
