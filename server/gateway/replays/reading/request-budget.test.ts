import { expect, test } from 'vitest'
import { numbered } from '../../../../contract/pages/page-place.ts'
import { readAllEvents } from './events-to-replay.ts'
import { BudgetSpent, RequestBudget } from './request-budget.ts'

test('an endless list is requested a limited number of times, whatever its count says', async () => {
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
      company: null,
      failed_at: null,
    }
    return { count: 500_000, next: numbered(asked + 1), isFirstAgain: false, events: [event] }
  }
  const readAll = async () => {
    for await (const _part of readAllEvents(readPage, 100)) {
      // The content doesn't matter here.
    }
  }
  await expect(readAll()).rejects.toThrow(BudgetSpent)
  expect(asked).toBe(50)
  expect(RequestBudget.forRun('all').most).toBe(10_000)
})
