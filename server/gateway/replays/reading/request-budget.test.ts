import { expect, test } from 'vitest'
import { numbered } from '../../../../contract/pages/page-place.ts'
import { readAllEvents } from './read-events.ts'
import { BudgetSpent, RequestBudget } from './request-budget.ts'

test('a list that never ends is asked for so many pages and no more, whatever it counts', async () => {
  const budget = new RequestBudget(50)
  let asked = 0
  const readPage = async () => {
    budget.spend()
    asked += 1
    const event = {
      id: String(asked),
      payload: '{}',
      callback_url: null,
      tracking_number: null,
      failed_at: null,
    }
    return { count: 500_000, next: numbered(asked + 1), isFirstAgain: false, events: [event] }
  }
  const readAll = async () => {
    for await (const _part of readAllEvents(readPage, 100)) {
      // What is read doesn't matter.
    }
  }
  await expect(readAll()).rejects.toThrow(BudgetSpent)
  expect(asked).toBe(50)
  expect(RequestBudget.forRun('all').most).toBe(10_000)
})
