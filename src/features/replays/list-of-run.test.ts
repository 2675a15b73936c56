import { expect, test } from 'vitest'
import { ListSearch } from '../event/list/list-search.ts'
import { listAddress, listOfRun } from './list-of-run.ts'

const RUN = {
  from_date: '2026-11-25',
  to_date: '2026-11-27',
  asked_for: 'named' as const,
  some_receivers: [],
  receiver_count: 0,
  some_companies: ['Acme Cars', 'Baobab'],
  further_companies: 0,
}
const DAYS = { from: '2026-11-25', to: '2026-11-26' }
const DEFAULTS = { page: 1, size: 20 }

test.each([
  { view: 'all', company: 'Acme Cars' },
  { view: 'groups', by: 'cause', q: '27 82 & more' },
  { receiver: 'hooks.example/acme?x=1', state: 'all', status: '500' },
])('the list that a run was created from keeps its filters: %o', filters => {
  const search = ListSearch.parse({ ...DAYS, page: '3', event: '7', ...filters })
  const list = listOfRun(RUN, listAddress(search))
  expect(list).toMatchObject({ ...DAYS, ...DEFAULTS, ...filters })
  expect(list.event).toBeUndefined()
})

test.each([
  [{ some_companies: ['Acme Cars'] }, { view: 'all', company: 'Acme Cars' }],
  [
    { some_receivers: ['hooks.example/acme'], receiver_count: 1 },
    { view: 'all', receiver: 'hooks.example/acme' },
  ],
  [{}, { view: undefined, company: undefined }],
  [{ some_companies: ['Acme Cars'], further_companies: null }, { company: undefined }],
  [{ asked_for: 'all' as const, some_companies: ['Acme Cars'] }, { company: undefined }],
])('without that list, a run with %o leads to %o', (change, filters) => {
  expect(listOfRun({ ...RUN, ...change }, undefined)).toMatchObject({ ...DAYS, ...filters })
})

test('the list that a run was created from has no filter if it had none', () => {
  const run = {
    ...RUN,
    some_companies: ['Acme Cars'],
    some_receivers: ['hooks.example/acme'],
    receiver_count: 1,
  }
  const list = listOfRun(run, listAddress(ListSearch.parse(DAYS)))
  expect(list).toEqual({ ...DAYS, ...DEFAULTS })
})

test('an address that somebody has changed leads to the days of the run', () => {
  expect(listOfRun(RUN, 'view=x&from=1999-01-01&page=-4')).toMatchObject({ ...DAYS, ...DEFAULTS })
})
