import { beforeAll, describe, expect, test } from 'vitest'
import { ReplayItemPage } from '../../../contract/replay.ts'
import { rowsOf } from '../../testing/rows.ts'
import { replaysOfFile } from './testing/start-replays.ts'

const { upstream, receiver, database, thandi, client } = await replaysOfFile()

function item(id: number, company: string | null, url = receiver.url): string {
  const request_json = { call_id: id, company: company && { name: company } }
  return JSON.stringify({ id, callback_url: url, request_json })
}

describe('the events of a run', () => {
  let run = ''
  beforeAll(async () => {
    upstream.items = [
      item(5, 'delta'),
      item(4, null),
      item(3, 'Bravo'),
      item(2, 'alfa\u0000'),
      item(1, 'Bravo', ''),
    ]
    receiver.behave(request => (request.headers['webhook-id'] === '3' ? 422 : 200))
    run = (await thandi.replay()).id
  })
  const ids = (query: string) => thandi.eventIds(run, query)

  test.each([
    ['', ['5', '4', '3', '2', '1']],
    ['sort=company', ['2', '3', '1', '5', '4']],
    ['sort=-company', ['5', '3', '1', '2', '4']],
    ['sort=receiver_url', ['5', '4', '3', '2', '1']],
    ['sort=state', ['5', '4', '2', '3', '1']],
    ['sort=-state', ['1', '3', '5', '4', '2']],
    ['sort=company&state=delivered', ['2', '5', '4']],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
    // No event is on two pages.
    expect(await ids(`${query}&page_size=2`)).toEqual(expected)
  })

  test('by the last attempt, those without one come last', async () => {
    for (const sort of ['sent_at', '-sent_at']) {
      const sorted = await thandi.items(run, `sort=${sort}`)
      const times = sorted.map(({ attempts }) => attempts.at(-1)?.at ?? '')
      expect(times.pop()).toBe('')
      expect(times).toEqual(sort === 'sent_at' ? times.toSorted() : times.toSorted().reverse())
    }
  })

  test('an unknown column is refused, and the next page keeps the order', async () => {
    const path = `replays/${run}/items`
    expect((await thandi.get(`${path}?sort=payload`)).status).toBe(400)
    const { body } = await thandi.get(`${path}?sort=-company&page_size=2`)
    expect(ReplayItemPage.parse(body).next).toContain('sort=-company')
  })

  test('the causes of a run list their events', async () => {
    const { causes } = await thandi.run(run)
    expect(causes.map(({ state }) => state)).toEqual(['failed_again', 'skipped'])
    const [failed = '', skipped = ''] = causes.map(
      ({ cause }) => `cause=${encodeURIComponent(cause)}`,
    )
    expect(await ids(failed)).toEqual(['3'])
    expect(await ids(`${failed}&${skipped}`)).toEqual(['3', '1'])
    expect(await ids(`${skipped}&state=failed_again`)).toEqual([])
    expect((await client('p'.repeat(40)).get(`replays/${run}/items?${failed}`)).status).toBe(404)
    expect((await thandi.get(`replays/${run}/items?cause=%00`)).status).toBe(400)
  })

  test('events that are sent again keep their company', async () => {
    const again = await thandi.change(run, 'again')
    await thandi.leaves(again.id, ['reading'])
    const items = await rowsOf(database.db, 'replay_item', { run_id: again.id }, 'company')
    expect(items).toEqual([{ company: 'Bravo' }])
  })
})

describe('runs', () => {
  const runs: Record<string, string> = {}
  const sipho = client('s'.repeat(40))
  beforeAll(async () => {
    receiver.behave(request => (Number(request.headers['webhook-id']) > 102 ? 500 : 200))
    const start = async (name: string, listed: number[]) => {
      upstream.items = listed.map(id => item(id, 'Acme'))
      runs[(await sipho.replay()).id] = name
    }
    await start('one delivered', [101])
    await start('two failed', [104, 103])
    await start('one failed of three', [105, 102, 100])
    upstream.items = [item(120, 'Acme'), item(121, 'Acme')]
    runs[(await sipho.prepare()).id] = 'a draft of two'
  })
  const names = async (query: string) => (await sipho.runs(query)).map(({ id }) => runs[id])

  test('the newest comes first, unless a request says otherwise', async () => {
    const newest = ['a draft of two', 'one failed of three', 'two failed', 'one delivered']
    expect(await names('')).toEqual(newest)
    expect(await names('sort=-created_at')).toEqual(newest)
    expect(await names('sort=created_at')).toEqual(newest.toReversed())
  })

  test('by their events and by those that failed again, over all pages', async () => {
    const byEvents = ['one failed of three', 'a draft of two', 'two failed', 'one delivered']
    expect(await names('sort=-events')).toEqual(byEvents)
    expect(await names('sort=-events&page_size=1&page=2')).toEqual(['a draft of two'])
    expect(await names('sort=-failed_again')).toEqual([
      'two failed',
      'one failed of three',
      'a draft of two',
      'one delivered',
    ])
  })

  test('an unknown column is refused', async () => {
    expect((await sipho.get('replays?sort=payload')).status).toBe(400)
  })
})
