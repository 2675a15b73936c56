import { test } from '../support/redial.ts'
import { lookThroughNumbers } from './look-through-numbers.ts'

test('100,000 numbers of a company can be scrolled, filtered and unblocked', async ({
  page,
  redial,
}) => {
  await lookThroughNumbers(page, redial, 100_000)
})
