import { expect, it } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { guardedAddressesOf, NameLookup } from './name-lookup.ts'
import { startNameServer } from './testing/test-name-server.ts'

const opened = closedAfterEach()
const NAME = 'acme.test'
const ADDRESSES = [{ address: '8.8.8.8', family: 4 }]

/** A lookup with a stopped clock; `questions` counts both address families. */
async function lookup() {
  const server = await opened(startNameServer())
  let now = 1_000_000
  const names = new NameLookup([server.address], () => now)
  return {
    server,
    names,
    pass: (seconds: number) => {
      now += seconds * 1_000
    },
    questions: () => server.questions.splice(0).length,
  }
}

it('an answer is cached for as long as the name server allows', async () => {
  const { server, names, pass, questions } = await lookup()
  server.set(NAME, ['8.8.8.8'], 20)
  for (const seconds of [0, 20]) {
    pass(seconds)
    expect(await names.addressesOf(NAME)).toEqual(ADDRESSES)
  }
  expect(questions()).toBe(2)
  server.set(NAME, ['9.9.9.9'], 20)
  pass(0.001)
  expect(await names.addressesOf(NAME)).toEqual([{ address: '9.9.9.9', family: 4 }])
  expect(questions()).toBe(2)
})

it('an answer is cached for at most a minute', async () => {
  const { server, names, pass, questions } = await lookup()
  server.set(NAME, ['8.8.8.8'], 86_400)
  await names.addressesOf(NAME)
  pass(60.001)
  await names.addressesOf(NAME)
  expect(questions()).toBe(4)
})

it('a failure is not cached, nor an address to which no connection could be made', async () => {
  const { server, names, questions } = await lookup()
  await expect(names.addressesOf(NAME)).rejects.toThrow('the name acme.test does not exist')
  server.set(NAME, ['8.8.8.8'], 20)
  expect(await names.addressesOf(NAME)).toEqual(ADDRESSES)
  names.forget(NAME)
  expect(await names.addressesOf(NAME)).toEqual(ADDRESSES)
  expect(questions()).toBe(6)
})

it('simultaneous lookups share one query and its failure', async () => {
  const { server, names, questions } = await lookup()
  const asked = await Promise.allSettled([1, 2, 3].map(() => names.addressesOf(NAME)))
  expect(asked.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  expect(questions()).toBe(2)
  server.set(NAME, ['8.8.8.8'])
  await Promise.all([1, 2, 3].map(() => names.addressesOf(NAME)))
  expect(questions()).toBe(2)
})

it('each use of a cached answer is checked', async () => {
  const { server, names, questions } = await lookup()
  server.set(NAME, ['8.8.8.8'], 20)
  expect(await guardedAddressesOf(NAME, () => null, names)).toEqual(ADDRESSES)
  await expect(guardedAddressesOf(NAME, address => `not ${address}`, names)).rejects.toThrow(
    'the name acme.test cannot be used: not 8.8.8.8',
  )
  expect(questions()).toBe(2)
})
