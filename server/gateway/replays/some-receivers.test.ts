import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ReplayRunPage } from '../../../contract/replay.ts'
import { rowsRead } from '../../testing/rows.ts'
import { listRuns } from './store/run-views.ts'
import { replaysOfFile } from './testing/start-replays.ts'

const { upstream, receiver, thandi, database } = await replaysOfFile()

/** The service lists a call of each company, with ids from `first` on. Returns how requests name these events. */
function listCompanies(first: number, companies: string[], pathOf = (_company: string) => '') {
  const ids = companies.map((_, index) => first + index)
  upstream.items = companies.map((name, index) =>
    JSON.stringify({
      ...{ id: ids[index], callback_url: `${receiver.url}${pathOf(name)}` },
      request_json: { call_id: ids[index], company: { name } },
    }),
  )
  return ids.map(id => ({ id: String(id) }))
}

const listed = async (id: string) => (await thandi.runs()).find(run => run.id === id)

test('a run names its only receiver, or up to three of several, in the list and in its details', async () => {
  const paths = ['one', 'one', 'two', 'zoo', 'zip']
  const [one, same, two, zoo, zip] = listCompanies(9101, paths, path => `/${path}`)
  for (const [events, names, receiver_count] of [
    [[one, same], ['one'], 1],
    [[zip, zoo, two, one], ['one', 'two', 'zoo'], 4],
  ] as const) {
    const { id } = await thandi.prepare({ events, start: true })
    const some_receivers = names.map(name => `${receiver.exception}/hook/${name}`)
    expect(await listed(id)).toMatchObject({ some_receivers, receiver_count })
    expect(await thandi.run(id)).toMatchObject({ some_receivers, receiver_count })
    await thandi.settled(id)
  }
})

test('a run names the companies of its events, in the list, in its details and by receiver', async () => {
  const companies = ['Acme', 'Bela', 'Acme', 'Ciro', 'Dina', 'Acme']
  const pathOf = (name: string) => (name === 'Acme' ? '/acme' : '/others')
  const { id } = await thandi.prepare({ events: listCompanies(9201, companies, pathOf) })
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
  expect(await listed(id)).toMatchObject(expected)
})

test('a run names the companies of the events that it sends', async () => {
  const [one, two] = listCompanies(9401, ['Acme', 'Acme', 'Bela'])
  await thandi.replay({ events: [one, two] })
  const all = await thandi.prepare()
  const ofBela = { some_companies: ['Bela'], further_companies: 0 }
  expect(await thandi.run(all.id)).toMatchObject({ already_delivered: 2, ...ofBela })
  const counts = { delivered: 1, skipped: 2 }
  expect(await thandi.replayDraft(all.id)).toMatchObject({ counts, ...ofBela })
  // Nothing is left to send.
  expect((await thandi.replay()).some_companies).toEqual(['Acme', 'Bela'])
})

test('runs are listed that have events of a company, with the counts of these events', async () => {
  const events = listCompanies(9301, ['Eland', 'Fynbos'])
  const [eland, both] = [
    await thandi.prepare({ events: events.slice(0, 1) }),
    await thandi.prepare({ events }),
  ]
  const listedFor = async (company: string) => {
    const { body } = await thandi.get(`replays?${new URLSearchParams({ company })}`)
    const { count, results } = ReplayRunPage.parse(body)
    expect(count).toBe(results.length)
    return results.map(({ id, counts }) => ({ id, events: counts.prepared + counts.delivered }))
  }
  expect(await listedFor('Eland')).toEqual([both, eland].map(({ id }) => ({ id, events: 1 })))
  await thandi.replayDraft(both.id)
  expect(await listedFor('Fynbos')).toEqual([{ id: both.id, events: 1 }])
  expect(await listedFor('Nobody')).toEqual([])
})

test('the runs of a company are found and counted without reading the events of other companies', async () => {
  const [run] = await database.db.selectFrom('replay_run').selectAll().limit(1).execute()
  if (run === undefined) throw new Error('no run was prepared')
  await sql`
    insert into replay_item (run_id, service, list, event_id, state, payload, company)
    select ${run.id}, ${run.service}, 'call_events_fail', 'many ' || number, 'delivered', '{}', 'Many'
    from generate_series(1, 5000) number
  `.execute(database.db)
  const owner = { service: run.service, account: run.account, tokenKey: run.made_by, who: null }
  const query = { offset: 0, size: 20, company: 'Nobody' }
  const read = await rowsRead(database.db, 'replay_item', async trx => {
    expect(await listRuns(trx, owner, query, 'Africa/Johannesburg')).toEqual({ count: 0, runs: [] })
  })
  expect(read).toBeLessThan(100)
})
