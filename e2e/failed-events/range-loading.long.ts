// Long: ranges of many pages load from slow and failing services.
import { failedCall, failedCalls } from '../support/listing-service.ts'
import { test as onDemo } from '../support/redial.ts'
import { expect, test } from '../support/redial-with-listing.ts'
import { events, groups, listed, openView, status } from './range-view.ts'

onDemo.use({ demo: 'range-loading' })

const LONG = { timeout: 20_000 }

test.describe('of another service', () => {
  test('loading shows its progress, can be cancelled, and continues to the end', async ({
    page,
    service,
  }) => {
    const held = Promise.withResolvers<void>()
    service.list(failedCalls(250), {
      before: async asked => (asked === 3 ? await held.promise : undefined),
    })
    await openView(page, 'all')
    await expect(status(page)).toContainText('200 of 250')
    await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 200)
    await status(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(status(page)).toContainText(
      'Stopped. 200 of 250 loaded, so this list is incomplete.',
    )
    await expect.poll(() => listed(events(page))).toBe(200)

    held.resolve()
    await status(page).getByRole('button', { name: 'Load more' }).click()
    await expect(status(page)).toContainText('250 of 250 failed calls loaded at')
    await expect.poll(() => listed(events(page))).toBe(250)
    expect(service.pagesAsked()).toEqual([1, 2, 3, 3])
  })

  test('a list that grows while it loads neither repeats nor loses an event', async ({
    page,
    service,
  }) => {
    service.list(failedCalls(250), {
      before: asked => {
        if (asked === 2 && service.pagesAsked().length === 2) {
          service.addNewest(...[270, 269, 268].map(id => failedCall(id)))
        }
      },
    })
    await openView(page, 'all')
    await expect(status(page)).toContainText('253 of 253 failed calls loaded at')
    await expect(status(page)).toContainText('3 of them arrived while the others were loading.')
    await expect.poll(() => listed(events(page))).toBe(253)
    expect(service.pagesAsked()).toEqual([1, 2, 3, 1])
  })

  test('if the service fails permanently, the loaded events stay and a button retries', async ({
    page,
    service,
  }) => {
    let isBroken = true
    service.list(failedCalls(250), {
      before: (asked, response) => {
        if (asked !== 3 || !isBroken) return
        response.writeHead(503, { 'content-type': 'application/json' }).end('{"detail":"Down."}')
        return true
      },
    })
    await page.clock.install()
    await openView(page, 'all')
    // The pauses between the attempts have ended.
    const tryOn = async () => {
      await page.clock.runFor(1_000)
      return status(page).innerText()
    }
    await expect.poll(tryOn, { intervals: [50] }).toContain('The service could not answer')
    await expect(status(page)).toContainText('200 of 250 loaded, so this list is incomplete.')
    await expect.poll(() => listed(events(page))).toBe(200)
    expect(service.pagesAsked().filter(asked => asked === 3)).toHaveLength(4)

    isBroken = false
    await status(page).getByRole('button', { name: 'Load more' }).click()
    await expect(status(page)).toContainText('250 of 250 failed calls loaded at')
  })

  test('a service without pages', async ({ page, service }) => {
    service.list(failedCalls(130), { pageSize: null })
    await openView(page, 'all')
    await expect(status(page)).toContainText('130 of 130 failed calls loaded at')
    await expect.poll(() => listed(events(page))).toBe(130)
    expect(service.pagesAsked()).toEqual([1])
  })

  test('at most two requests run at a time, and a page comes before the range', async ({
    page,
    service,
  }) => {
    const sixth = Promise.withResolvers<void>()
    service.list(failedCalls(2000), { before: asked => asked === 6 && sixth.promise })
    await openView(page, 'groups')
    await expect(status(page)).toContainText('500 of 2,000')
    await page.getByRole('button', { name: 'List' }).click()
    await expect(page.getByText(/2,000 failed calls, page 1 of/)).toBeVisible()
    sixth.resolve()
    await page.getByRole('button', { name: 'Grouped' }).click()
    await expect(status(page)).toContainText('2,000 of 2,000 failed calls loaded at', LONG)
    expect(service.maxInFlight()).toBeLessThanOrEqual(2)
    // After the return it continued where it had stopped.
    expect(service.pagesAsked().length).toBeLessThan(30)
  })

  test('nothing is loaded while the tab is hidden', async ({ page, service }) => {
    const setVisibility = (state: 'hidden' | 'visible') =>
      page.evaluate(to => {
        Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const fifth = Promise.withResolvers<void>()
    service.list(failedCalls(1500), { before: asked => asked === 5 && fifth.promise })
    await openView(page, 'groups')
    await expect(status(page)).toContainText('400 of 1,500')
    await setVisibility('hidden')
    fifth.resolve()
    await expect(status(page)).toContainText('500 of 1,500')
    // It would have requested the sixth page before it showed the fifth.
    await page.evaluate(() => fetch('/gateway/session?last'))
    expect(service.pagesAsked()).toHaveLength(5)
    await setVisibility('visible')
    await expect(status(page)).toContainText('1,500 of 1,500 failed calls loaded at', LONG)
    expect(service.pagesAsked()).toHaveLength(15)
  })
})

test.describe('of the demo', () => {
  onDemo('a loaded range can be refreshed, with new events', async ({ signedIn: page, redial }) => {
    await page.goto('/failed-calls?view=groups')
    await expect(status(page)).toContainText(/(\d+) of \1 failed calls loaded at/)
    const before = Number((await status(page).innerText()).split(' ')[0])
    await redial.addFailures(7)
    await status(page).getByRole('button', { name: 'Refresh' }).click()
    await expect(status(page)).toContainText(
      `${before + 7} of ${before + 7} failed calls loaded at`,
    )
    const newer = groups(page).getByRole('row').filter({ hasText: 'Newer' })
    await expect(newer.getByRole('cell').first()).toHaveText('7 of 7')
  })
})
