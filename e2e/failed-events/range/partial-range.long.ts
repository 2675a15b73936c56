// Long: the gateway reads ranges of up to 2,426 calls page by page.
import type { Page } from '@playwright/test'
import { expect, failedCall, test } from '../../support/listing-service.ts'
import { events, groups, status } from '../range-view.ts'

/** Every ninth call is Baobab's. The others have 30 receivers. */
const calls = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    failedCall(
      count - place,
      place % 9 === 0
        ? { company: 'Baobab Bakkies', receiver: 'baobab' }
        : { receiver: `acme/${place % 30}` },
    ),
  )

const openFiltered = (page: Page, search: string) =>
  page.goto(`/failed-calls?from=2026-11-21&to=2026-11-21&${search}`)

const replayThese = (page: Page) => page.getByRole('button', { name: /^Replay (these|this)/ })

test('the replay of all matches waits for the whole range', async ({ page, service }) => {
  const second = Promise.withResolvers<void>()
  service.list(calls(2_426), { before: asked => asked === 2 && second.promise })
  await openFiltered(page, 'view=all&company=Baobab+Bakkies')
  await expect(replayThese(page)).toHaveText('Replay these 12…')
  await expect(replayThese(page)).toBeDisabled()
  await expect(page.getByText('Waiting for all 2,426 failed calls…')).toBeVisible()

  second.resolve()
  await expect(page.getByRole('button', { name: 'Replay these 270…' })).toBeEnabled()
  await page.getByRole('button', { name: 'Replay these 270…' }).click()
  await expect(page.getByRole('heading', { name: 'Replay of 270 failed calls' })).toBeVisible()
  // The way back leads to the same calls, also after the page was loaded again.
  await page.reload()
  await page.getByRole('link', { name: 'Failed calls on 21 November 2026' }).click()
  await expect(page).toHaveURL(/company=Baobab/)
  await expect(replayThese(page)).toHaveText('Replay these 270…')
})

test('groups of a partial range can’t be replayed or described', async ({ page, service }) => {
  const sixth = Promise.withResolvers<void>()
  service.list(calls(900), { before: asked => asked === 6 && sixth.promise })
  await openFiltered(page, 'view=groups')
  await expect(status(page)).toContainText('500 of 900')
  for (const replay of await replayThese(page).all()) await expect(replay).toBeDisabled()
  await expect(page.getByText('Waiting for all 900 failed calls…')).toBeVisible()

  sixth.resolve()
  const baobab = groups(page).getByRole('row', { name: /Baobab/ })
  await expect(baobab.getByRole('button', { name: 'Replay' })).toBeEnabled()
  await expect(baobab.getByRole('button', { name: 'Copy message' })).toBeEnabled()
  await test.step('all groups of a range are shown, and the replay of one becomes a draft', async () => {
    await expect(groups(page).getByRole('rowheader')).toHaveCount(20)
    await page.getByRole('button', { name: 'Show more groups' }).click()
    await expect(groups(page).getByRole('rowheader')).toHaveCount(31)
    await baobab.getByRole('button', { name: 'Replay this group' }).click()
    await expect(page.getByRole('heading', { name: 'Replay of 100 failed calls' })).toBeVisible()
  })
})

test('nothing acts on all matches of a stopped load', async ({ page, service }) => {
  const third = Promise.withResolvers<void>()
  service.list(calls(700), { before: asked => asked === 3 && third.promise })
  await openFiltered(page, 'view=all&q=baobab')
  await expect(status(page)).toContainText('200 of 700')
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 200)
  const stopped = page.waitForResponse(answer => answer.url().endsWith('/gateway/events/reading'))
  await status(page).getByRole('button', { name: 'Stop' }).click()
  // Otherwise the gateway may read the next pages before it knows.
  await stopped
  third.resolve()
  await expect(page.getByText(/Only 200 of 700 failed calls are loaded/)).toBeVisible()
  await expect(replayThese(page)).toBeDisabled()
  await events(page)
    .getByRole('checkbox', { name: /Baobab/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /that match$/ })).toBeDisabled()

  await status(page).getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('button', { name: 'Select all 78 that match' })).toBeEnabled()
})

test('a search in a partial range does not say “no match”', async ({ page, service }) => {
  const second = Promise.withResolvers<void>()
  const last = failedCall(0, { company: 'Karoo Cars' })
  service.list([...calls(600), last], { before: asked => asked === 2 && second.promise })
  await openFiltered(page, 'view=all&q=karoo')
  await expect(page.getByText('No matching events so far')).toBeVisible()
  second.resolve()
  await expect(replayThese(page)).toHaveText('Replay this one…')
})
