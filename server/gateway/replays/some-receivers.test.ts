import { expect, test } from 'vitest'
import { ReplayRunPage } from '../../../contract/replay.ts'
import { replaysOfFile } from './testing/start-replays.ts'

const { upstream, receiver, thandi } = await replaysOfFile()

test('a run names its only receiver, or up to three of several, in the list and in its details', async () => {
  const event = (id: number, path: string) =>
    JSON.stringify({ id, callback_url: `${receiver.url}${path}`, request_json: { call_id: id } })
  upstream.items = [
    event(9101, '/one'),
    event(9102, '/one'),
    event(9103, '/two'),
    event(9104, '/zoo'),
    event(9105, '/zip'),
  ]
  for (const [ids, paths, receiver_count] of [
    [[9101, 9102], ['one'], 1],
    [[9105, 9104, 9103, 9101], ['one', 'two', 'zoo'], 4],
  ] as const) {
    const { id } = await thandi.prepare({
      events: ids.map(id => ({ id: String(id) })),
      start: true,
    })
    const listed = ReplayRunPage.parse((await thandi.get('replays')).body).results
    const some_receivers = paths.map(path => `${receiver.exception}/hook/${path}`)
    const named = { some_receivers, receiver_count }
    expect(listed.find(run => run.id === id)).toMatchObject(named)
    expect(await thandi.run(id)).toMatchObject(named)
    await thandi.settled(id)
  }
})

test('a run names the companies of its events, in the list, in its details and by receiver', async () => {
  const companies = ['Acme', 'Bela', 'Acme', 'Ciro', 'Dina', 'Acme']
  const ids = companies.map((_, index) => 9201 + index)
  upstream.items = companies.map((name, index) =>
    JSON.stringify({
      id: ids[index],
      callback_url: `${receiver.url}/${name === 'Acme' ? 'acme' : 'others'}`,
      request_json: { call_id: ids[index], company: { name } },
    }),
  )
  const { id } = await thandi.prepare({ events: ids.map(each => ({ id: String(each) })) })
  const expected = {
    some_companies: ['Acme', 'Bela', 'Ciro'],
    further_companies: 1,
    receiver_count: 2,
  }
  const details = await thandi.run(id)
  expect(details).toMatchObject(expected)
  const ofReceiver = (path: string) =>
    details.receivers.find(({ receiver: name }) => name?.endsWith(path))
  expect(ofReceiver('/acme')).toMatchObject({ some_companies: ['Acme'], further_companies: 0 })
  expect(ofReceiver('/others')?.some_companies).toEqual(['Bela', 'Ciro', 'Dina'])
  const listed = ReplayRunPage.parse((await thandi.get('replays')).body).results
  expect(listed.find(run => run.id === id)).toMatchObject(expected)
})

test('a run names the companies of the events that it sends', async () => {
  const companies = ['Acme', 'Acme', 'Bela']
  upstream.items = companies.map((name, index) =>
    JSON.stringify({
      ...{ id: 9401 + index, callback_url: receiver.url },
      request_json: { call_id: 9401 + index, company: { name } },
    }),
  )
  const ofAcme = await thandi.prepare({ events: [{ id: '9401' }, { id: '9402' }], start: true })
  await thandi.settled(ofAcme.id)
  const all = await thandi.prepare({ events: 'all' })
  const ofBela = { some_companies: ['Bela'], further_companies: 0 }
  expect(await thandi.run(all.id)).toMatchObject({ already_delivered: 2, ...ofBela })
  await thandi.change(all.id, 'start')
  expect(await thandi.settled(all.id)).toMatchObject({
    counts: { delivered: 1, skipped: 2 },
    ...ofBela,
  })
  // Nothing is left to send.
  const none = await thandi.prepare({ events: 'all', start: true })
  expect((await thandi.settled(none.id)).some_companies).toEqual(['Acme', 'Bela'])
})

test('runs are listed that have events of a company, with the counts of these events', async () => {
  const companies = ['Eland', 'Fynbos']
  const ids = companies.map((_, index) => 9301 + index)
  upstream.items = companies.map((name, index) =>
    JSON.stringify({
      ...{ id: ids[index], callback_url: receiver.url },
      request_json: { call_id: ids[index], company: { name } },
    }),
  )
  const [eland, both] = [
    await thandi.prepare({ events: [{ id: '9301' }] }),
    await thandi.prepare({ events: ids.map(id => ({ id: String(id) })) }),
  ]
  const listed = async (company: string) => {
    const { body } = await thandi.get(`replays?${new URLSearchParams({ company })}`)
    const { count, results } = ReplayRunPage.parse(body)
    expect(count).toBe(results.length)
    return results.map(({ id, counts }) => ({ id, events: counts.prepared + counts.delivered }))
  }
  expect(await listed('Eland')).toEqual([both, eland].map(({ id }) => ({ id, events: 1 })))
  await thandi.change(both.id, 'start')
  await thandi.settled(both.id)
  expect(await listed('Fynbos')).toEqual([{ id: both.id, events: 1 }])
  expect(await listed('Nobody')).toEqual([])
})
