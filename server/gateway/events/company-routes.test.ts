import { expect, test } from 'vitest'
import { COMPANIES_PATH, CompaniesOfEvents } from '../../../contract/events.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { addRow } from '../../testing/rows.ts'
import { copiedEventsOfFile, copiedRow, LIST } from './testing/copied-events.ts'

const ACME = { reference: 'acme', name: 'Acme Cars' }
const copied = await copiedEventsOfFile([
  { id: '1', day: '2026-11-20', call: { company: { ...ACME, name: 'Acme Autos' } } },
  { id: '2', day: '2026-11-21', call: { company: ACME } },
  { id: '3', day: '2026-11-21', call: { company: ACME } },
  // Another company with the same name.
  { id: '4', call: { company: { ...ACME, reference: 'acme-2' } } },
  { id: '5', call: { company: 'Without a reference' } },
  { id: '6', call: { company: { reference: '', name: 'Without a reference' } } },
  { id: '7', call: { company: { reference: 'nameless' } } },
  { id: '8' },
])

const get = (account: string) => copied.get(COMPANIES_PATH, { authorization: `Token ${account}` })

/** A new account whose copy has one event, and whose token the service has not accepted lately. */
async function newAccount(account: string): Promise<string> {
  const { db } = copied.database
  const owner = { service: copied.service, account }
  const { id } = await addRow(db, 'event_mirror', { ...owner, list: LIST })
  const event = { id: '1', call: { company: { reference: account, name: account } } }
  await db
    .insertInto('listed_event')
    .values(copiedRow(event, id, 0))
    .execute()
  return account
}

async function companiesOf(account: string) {
  return CompaniesOfEvents.parse(await (await get(account)).json()).results
}

test('each company with a reference is listed once, by its newest name', async () => {
  expect(await companiesOf('acme')).toEqual([
    ACME,
    { ...ACME, reference: 'acme-2' },
    { reference: 'nameless', name: 'nameless' },
  ])
})

test('an account sees only companies of its own events', async () => {
  await newAccount('berg')
  expect(await companiesOf('berg')).toEqual([{ reference: 'berg', name: 'berg' }])
  expect(await companiesOf('other')).toEqual([])
})

test('companies of a list that the service refuses are not shown', async () => {
  const account = await newAccount('refused')
  copied.upstream.prove((_request, response) => answer(response, 403, { detail: 'No.' }))
  expect(await companiesOf(account)).toEqual([])
})

test('no company is shown while the service can’t say whether the token may see it', async () => {
  const account = await newAccount('unsure')
  copied.upstream.prove((_request, response) => answer(response, 500, {}))
  expect((await get(account)).status).toBe(502)
})
