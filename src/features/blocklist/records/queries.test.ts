import { expect, test } from 'vitest'
import { mergeCompanies } from './queries.ts'

const OF_EVENTS = [
  { reference: 'acme', name: 'Old Acme' },
  { reference: 'berg', name: 'Berg Auto' },
]
const LISTED = [{ reference: 'acme', name: 'Acme Cars' }]

const merged = (...lists: (typeof LISTED | undefined)[]) =>
  mergeCompanies(lists.map(data => ({ data, isLoading: false }))).companies

test('a company that events and the service have is there once, with the service’s name', () => {
  expect(merged(OF_EVENTS, LISTED)).toEqual([
    { reference: 'acme', name: 'Acme Cars' },
    { reference: 'berg', name: 'Berg Auto' },
  ])
})

test('the companies of events are there if the service lists none', () => {
  expect(merged(OF_EVENTS, undefined)).toEqual(OF_EVENTS)
})
