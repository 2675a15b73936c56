import { expect, test } from 'vitest'
import { AccountTurns } from './account-turns.ts'

test('an account that looks at many runs at a time leaves connections to the database for others', async () => {
  const turns = new AccountTurns()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const look = (account: string, name: string) =>
    turns.take(account, async () => {
      begun.push(name)
      await new Promise<void>(resolve => ends.push(resolve))
      if (name === 'second') throw new Error(`${name} failed`)
      return name
    })
  const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
  const looks = names.map(name => look('one', name).catch(error => error.message))
  const other = look('another', 'of another account')
  expect(begun).toEqual([...names.slice(0, 4), 'of another account'])

  ends[0]?.()
  ends[1]?.()
  await Promise.all(looks.slice(0, 2))
  expect(begun.slice(5)).toEqual(['fifth', 'sixth'])
  for (const end of ends) end()
  expect(await Promise.all(looks)).toEqual(names.with(1, 'second failed'))
  expect(await other).toBe('of another account')
})
