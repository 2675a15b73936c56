import { expect, test } from 'vitest'
import { numbered, type PagePlace } from '../../../../contract/pages/page-place.ts'
import { type StepPages, stepFrom } from './event-steps.ts'

const SECOND = { place: numbered(2), keys: ['5'] }

const pageOf = (number: number, keys: string[], isLast = false): StepPages => ({
  place: numbered(number),
  keys,
  next: isLast ? null : async () => SECOND,
  previous: number === 1 ? null : async () => ({ place: numbered(number - 1), keys: ['7', '6'] }),
})

test('goes to each event with the same id', async () => {
  const page = pageOf(1, ['3', '3~2', '2'])
  expect(await stepFrom(page, '3', 1)?.()).toEqual({ ...numbered(1), event: '3~2' })
  expect(await stepFrom(page, '2', -1)?.()).toEqual({ ...numbered(1), event: '3~2' })
})

test('goes to the next page from the last event', async () => {
  expect(await stepFrom(pageOf(1, ['6', '3']), '3', 1)?.()).toEqual({ ...numbered(2), event: '5' })
})

test('goes to the last event of the page before', async () => {
  expect(await stepFrom(pageOf(2, ['5']), '5', -1)?.()).toEqual({ ...numbered(1), event: '6' })
})

test('starts from the page to which new failures have pushed the event', async () => {
  const pushed = async () => ({ place: numbered(2), keys: ['3', '2'] })
  const page = { ...pageOf(1, ['6', '3']), next: pushed }
  expect(await stepFrom(page, '3', 1)?.()).toEqual({ ...numbered(2), event: '2' })
})

test('keeps the cursor of a page', async () => {
  const place: PagePlace = { page: 3, cursor: 'cursor=cD0y' }
  const page = { ...pageOf(2, ['4']), next: async () => ({ place, keys: ['5'] }) }
  expect(await stepFrom(page, '4', 1)?.()).toEqual({ ...place, event: '5' })
})

test('ends at the last event of the last page', async () => {
  const page = pageOf(2, ['4'], true)
  expect(stepFrom(page, '4', 1)).toBeNull()
})
