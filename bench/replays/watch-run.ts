import type { Page } from '@playwright/test'
import { withSignedInPage } from '../dashboard/with-signed-in-page.ts'
import type { Account } from './fill-replayed-events.ts'

export type WatchedRun = {
  /** When the run was started by its button; in ms since 1970. */
  clickedAt: number
  /** From the first click that selects the events until the page offers to send them. */
  readingMs: number
  /** How many different figures of its progress the page showed, and the longest time with the same ones. */
  figures: number
  longestStillMs: number
}

const GIVE_UP_MS = 120_000

/** Replays all failed calls of the account's day as a person does, and looks at the run's page. */
export function watchRun(url: string, { token, day, eventIds }: Account): Promise<WatchedRun> {
  return withSignedInPage(url, token, async page => {
    await page.goto(`${url}/failed-calls?from=${day}&to=${day}`)
    // The page's own scripts load after its load event, and are not part of what is measured.
    await allOnPage(page).waitFor()
    await page.evaluate(noteOffer)
    const start = Date.now()
    await askForAll(page)
    const send = page.getByRole('button', { name: /^Send .* events$/ })
    await send.waitFor({ timeout: GIVE_UP_MS })
    const readingMs = (await page.evaluate(() => Reflect.get(window, 'offeredAt'))) - start
    const count = eventIds.length.toLocaleString('en')
    if (!(await send.innerText()).includes(count)) {
      throw new Error(`The page offers: ${await send.innerText()}`)
    }
    await page.evaluate(noteFigures)
    const clickedAt = Date.now()
    await send.click()
    const delivered = page.getByText(`${count} delivered`).first()
    await delivered.waitFor({ timeout: GIVE_UP_MS })
    const { times } = await page.evaluate(() => Reflect.get(window, 'figuresOfRun'))
    const ends: number[] = [clickedAt, ...times]
    const still = ends.slice(1).map((at, index) => at - (ends[index] ?? at))
    return { clickedAt, readingMs, figures: times.length, longestStillMs: Math.max(...still) }
  })
}

const allOnPage = (page: Page) => page.getByRole('checkbox', { name: /all on this page/i })

async function askForAll(page: Page): Promise<void> {
  await allOnPage(page).check()
  await page.getByRole('button', { name: /^Select all / }).click()
  await page.getByRole('button', { name: /^Replay selected/ }).click()
}

/** In the page: notes when it offers to send the events. Playwright looks only twice a second. */
function noteOffer(): void {
  const look = () => {
    const buttons = [...document.querySelectorAll('main button')]
    const isOffered = buttons.some(
      button => /^Send .* events$/.test(button.textContent ?? '') && button.checkVisibility(),
    )
    if (isOffered) Reflect.set(window, 'offeredAt', Date.now())
    else requestAnimationFrame(look)
  }
  look()
}

/** In the page: notes when its figures are painted again. */
function noteFigures(): void {
  const figures = { shown: '', times: [] as number[] }
  Reflect.set(window, 'figuresOfRun', figures)
  const look = () => {
    const shown = document.querySelector('main dl')?.textContent ?? ''
    if (shown !== figures.shown) {
      figures.shown = shown
      figures.times.push(Date.now())
    }
    requestAnimationFrame(look)
  }
  look()
}
