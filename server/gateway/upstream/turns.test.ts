import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Requests a turn, and records its name when the turn has come. */
function begin(turns: Turns, came: string[], name: string, signal?: AbortSignal) {
  return turns.begin('account', signal).then(end => {
    came.push(name)
    return end
  })
}

test('turns come in the order of the requests, and each turn is passed on once', async () => {
  const turns = new Turns(2)
  const came: string[] = []
  const [first, second] = await Promise.all([
    begin(turns, came, 'first'),
    begin(turns, came, 'second'),
  ])
  const third = begin(turns, came, 'third')
  const fourth = begin(turns, came, 'fourth')
  first()
  first()
  const end = await third
  expect(came).toEqual(['first', 'second', 'third'])
  end()
  await fourth
  second()
  expect(came).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a cancelled request leaves the queue, and other names do not wait', async () => {
  const turns = new Turns(1)
  const came: string[] = []
  const end = await begin(turns, came, 'first')
  const gone = new AbortController()
  const left = begin(turns, came, 'left', gone.signal)
  const next = begin(turns, came, 'next')
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(begin(turns, came, 'late', gone.signal)).rejects.toThrow('gone')
  end()
  await next
  expect(came).toEqual(['first', 'next'])
  await turns.begin('another account')
})

test('more than 500 waiting requests are refused', async () => {
  const turns = new Turns(1)
  const end = await turns.begin('account')
  const waiting = Array.from({ length: 500 }, () => turns.begin('account'))
  await expect(turns.begin('account')).rejects.toMatchObject({ status: 429 })
  end()
  for (const one of waiting) (await one)()
  await turns.begin('account')
})
