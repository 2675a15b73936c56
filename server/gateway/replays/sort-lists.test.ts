import { beforeAll, describe, expect, test } from 'vitest'
import { receiverName } from '../../../contract/receiver.ts'
import { ReplayItemPage, ReplayRunDetails, ReplayRunPage } from '../../../contract/replay.ts'
import { ReplayRunCompanies } from '../../../contract/replay-part.ts'
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
    receiver.behave((request, response) => {
      response.writeHead(request.headers['webhook-id'] === '3' ? 422 : 200).end()
    })
    run = (await thandi.prepare()).id
    await thandi.change(run, 'start')
    await thandi.settled(run)
  })
  const ids = async (query: string) =>
    (await thandi.items(run, query)).map(({ event_id }) => event_id)

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

  test('a company and a receiver are parts of a run with their own counts', async () => {
    const companies = ReplayRunCompanies.parse((await thandi.get(`replays/${run}/companies`)).body)
    const counts = companies.results.map(
      ({ company, counts: { delivered, failed_again, skipped } }) => [
        company,
        { delivered, failed_again, skipped },
      ],
    )
    expect(counts).toEqual([
      ['Bravo', { delivered: 0, failed_again: 1, skipped: 1 }],
      ['alfa', { delivered: 1, failed_again: 0, skipped: 0 }],
      ['delta', { delivered: 1, failed_again: 0, skipped: 0 }],
      [null, { delivered: 1, failed_again: 0, skipped: 0 }],
    ])
    expect(await ids('company=Bravo')).toEqual(['3', '1'])
    expect(await ids('company=Bravo&state=failed_again&page_size=1')).toEqual(['3'])
    expect(await ids('company=')).toEqual(['4'])
    const name = receiverName(receiver.url)
    expect(await ids(`receiver=${encodeURIComponent(name)}`)).toEqual(['5', '4', '3', '2'])

    const part = ReplayRunDetails.parse((await thandi.get(`replays/${run}?company=Bravo`)).body)
    expect(part.counts).toMatchObject({ delivered: 0, failed_again: 1, skipped: 1 })
    expect(part.receivers.map(({ receiver, counts }) => [receiver, counts.failed_again])).toEqual([
      [name, 1],
      [null, 0],
    ])
    expect(part.causes.map(({ state }) => state)).toEqual(['failed_again', 'skipped'])
    const causes = part.causes.map(({ cause }) => `cause=${encodeURIComponent(cause)}`)
    expect(await ids(causes[0] ?? '')).toEqual(['3'])
    expect(await ids(causes.join('&'))).toEqual(['3', '1'])
    expect(await ids(`${causes[1]}&state=failed_again`)).toEqual([])
  })

  test('a part of another account’s run is not found, and a name with U+0000 is refused', async () => {
    const stranger = client('p'.repeat(40))
    expect((await stranger.get(`replays/${run}/companies`)).status).toBe(404)
    expect((await stranger.get(`replays/${run}/items?company=Bravo`)).status).toBe(404)
    expect((await thandi.get(`replays/${run}?company=%00`)).status).toBe(400)
  })

  test('events that are sent again keep their company', async () => {
    const again = await thandi.change(run, 'again')
    await thandi.leaves(again.id, ['reading'])
    const items = database.db.selectFrom('replay_item').select('company')
    expect(await items.where('run_id', '=', again.id).execute()).toEqual([{ company: 'Bravo' }])
  })
})

describe('runs', () => {
  const runs: Record<string, string> = {}
  const sipho = client('s'.repeat(40))
  beforeAll(async () => {
    receiver.behave((request, response) => {
      response.writeHead(Number(request.headers['webhook-id']) > 102 ? 500 : 200).end()
    })
    const start = async (name: string, listed: number[]) => {
      upstream.items = listed.map(id => item(id, 'Acme'))
      const { id } = await sipho.prepare()
      await sipho.change(id, 'start')
      await sipho.settled(id)
      runs[id] = name
    }
    await start('one delivered', [101])
    await start('two failed', [104, 103])
    await start('one failed of three', [105, 102, 100])
    upstream.items = [item(120, 'Acme'), item(121, 'Acme')]
    runs[(await sipho.prepare()).id] = 'a draft of two'
  })
  const names = async (query: string) => {
    const { body } = await sipho.get(`replays?${query}`)
    return ReplayRunPage.parse(body).results.map(({ id }) => runs[id])
  }

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
