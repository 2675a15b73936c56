import { expect, test } from 'vitest'
import { AccountQueues } from './account-queues.ts'

/** Enters a queue, and records the name when the request may begin. */
function begin(queues: AccountQueues, came: string[], name: string, signal?: AbortSignal) {
  return queues.enter('account', signal).then(end => {
    came.push(name)
    return end
  })
}

test('requests begin in the order in which they came, and each one that ends lets one begin', async () => {
  const queues = new AccountQueues(2)
  const came: string[] = []
  const [first, second] = await Promise.all([
    begin(queues, came, 'first'),
    begin(queues, came, 'second'),
  ])
  const third = begin(queues, came, 'third')
  const fourth = begin(queues, came, 'fourth')
  first()
  first()
  const end = await third
  expect(came).toEqual(['first', 'second', 'third'])
  end()
  await fourth
  second()
  expect(came).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a cancelled request leaves the queue, and other accounts do not wait', async () => {
  const queues = new AccountQueues(1)
  const came: string[] = []
  const end = await begin(queues, came, 'first')
  const gone = new AbortController()
  const left = begin(queues, came, 'left', gone.signal)
  const next = begin(queues, came, 'next')
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(begin(queues, came, 'late', gone.signal)).rejects.toThrow('gone')
  end()
  await next
  expect(came).toEqual(['first', 'next'])
  await queues.enter('another account')
})

test('a request that has ended changes nothing when it ends again', async () => {
  const queues = new AccountQueues(1)
  const end = await queues.enter('account')
  end()
  const next = await queues.enter('account')
  end()
  const third = queues.enter('account')
  expect(queues.waiting('account')).toBe(1)
  next()
  await third
})

test('more than 500 waiting requests are refused', async () => {
  const queues = new AccountQueues(1)
  const end = await queues.enter('account')
  const waiting = Array.from({ length: 500 }, () => queues.enter('account'))
  await expect(queues.enter('account')).rejects.toMatchObject({ status: 429 })
  end()
  for (const one of waiting) (await one)()
  await queues.enter('account')
})
