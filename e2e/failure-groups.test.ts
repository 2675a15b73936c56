import { setTimeout } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { failedCall, type ListingService, startListingService } from './listing-service.ts'
import { test as base, expect } from './redial.ts'

const test = base.extend<object, { service: ListingService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const service = await startListingService()
      await use(service)
      await service.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test.use({ demo: 'groups' })

const DAY = '2026-11-21'
const LONG = { timeout: 20_000 }

function openView(page: Page, view: 'groups' | 'all', rest = ''): Promise<unknown> {
  return page.goto(`/failed-calls?from=${DAY}&to=${DAY}&view=${view}${rest}`)
}

const status = (page: Page) => page.getByRole('region', { name: 'How much has been read' })
const groups = (page: Page) => page.getByRole('table', { name: 'Groups of failures' })
const events = (page: Page) => page.getByRole('table', { name: 'Failed calls' })
const search = (page: Page) => page.getByRole('searchbox')

/** How many events the table lists, drawn or not. */
async function listed(table: Locator): Promise<number> {
  return Number(await table.getAttribute('aria-rowcount')) - 1
}

const many = (count: number) =>
  Array.from({ length: count }, (_, place) => failedCall(count - place))

test.describe('of another service', () => {
  test.use({ baseURL: ({ service }, use) => use(service.url) })
  test.beforeEach(({ context, service }) => context.addCookies([service.session]))

  test('all pages are read one after the other, and told apart by receiver and cause', async ({
    page,
    service,
  }) => {
    service.list(
      [
        failedCall(9, { receiver: 'bela', company: 'Bela Motors', status: 404, at: '15:30' }),
        failedCall(8, { status: 204, at: '14:00' }),
        failedCall(7, { at: '13:00', call: 70 }),
        failedCall(6, { at: '12:00', call: 70 }),
        failedCall(5, { company: 'Acme Vans', at: '11:00' }),
        failedCall(4, { receiver: 'bela', company: 'Bela Motors', status: 404, at: '10:00' }),
        failedCall(3, { at: '09:30' }),
      ],
      { pageSize: 2 },
    )
    await openView(page, 'groups')
    await expect(status(page)).toContainText('7 of 7 failed calls read at')
    expect(service.pagesAsked()).toEqual([1, 2, 3, 4])
    const rows = groups(page).getByRole('row')
    await expect(rows).toHaveCount(4)
    const [acme, bela, only200] = [rows.nth(1), rows.nth(2), rows.nth(3)]
    await expect(acme).toContainText('hooks.example/acme')
    await expect(acme).toContainText('Answered 500')
    await expect(acme).toContainText('Acme Cars and Acme Vans')
    await expect(acme.getByRole('cell').nth(0)).toHaveText('4')
    await expect(acme.getByRole('cell').nth(1)).toHaveText('3')
    await expect(acme).toContainText(/09:30 to .*13:00/)
    await expect(acme.getByRole('img')).toHaveAccessibleName(/^Most at .*: 1 of 4$/)
    await expect(bela).toContainText(/hooks.example\/bela.*Answered 404/s)
    await expect(bela).toContainText(/10:00 to .*15:30/)
    await expect(only200).toContainText('Answered 204')
    await expect(page.getByText('3 groups of 7 failed calls')).toBeVisible()
  })

  test('a group opens into its events, and Back leads to the groups again', async ({
    page,
    service,
  }) => {
    service.list([failedCall(3), failedCall(2, { status: 404 }), failedCall(1)])
    await openView(page, 'groups')
    await groups(page).getByRole('row').filter({ hasText: '500' }).getByRole('link').click()
    await expect(page).toHaveURL(/view=all/)
    await expect.poll(() => listed(events(page))).toBe(2)
    await expect(page.getByText('2 of 3 failed calls match')).toBeVisible()
    await page.reload()
    await expect.poll(() => listed(events(page))).toBe(2)
    await page.goBack()
    await expect(groups(page)).toBeVisible()
  })

  test('reading shows how far it is, is cancelled, and read on to the end', async ({
    page,
    service,
  }) => {
    const held = Promise.withResolvers<void>()
    service.list(many(250), {
      before: async asked => (asked === 3 ? await held.promise : undefined),
    })
    await openView(page, 'all')
    await expect(status(page)).toContainText('200 of 250')
    await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 200)
    await status(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(status(page)).toContainText(
      'Stopped. 200 of 250 read, so what you see is not all.',
    )
    await expect.poll(() => listed(events(page))).toBe(200)

    held.resolve()
    await status(page).getByRole('button', { name: 'Read on' }).click()
    await expect(status(page)).toContainText('250 of 250 failed calls read at')
    await expect.poll(() => listed(events(page))).toBe(250)
    expect(service.pagesAsked()).toEqual([1, 2, 3, 3])
  })

  test('a list that grows while it is read neither doubles nor loses an event', async ({
    page,
    service,
  }) => {
    service.list(many(250), {
      before: asked => {
        if (asked === 2 && service.pagesAsked().length === 2) {
          service.addNewest(...[270, 269, 268].map(id => failedCall(id)))
        }
      },
    })
    await openView(page, 'all')
    await expect(status(page)).toContainText('253 of 253 failed calls read at')
    await expect(status(page)).toContainText('3 of them came while the others were read.')
    await expect.poll(() => listed(events(page))).toBe(253)
    expect(service.pagesAsked()).toEqual([1, 2, 3, 1])
  })

  test('a busy service is given the time that it asks for', async ({ page, service }) => {
    let refused = 0
    let refusedAt = 0
    let waited = 0
    service.list(many(250), {
      before: (asked, response) => {
        if (asked !== 2) return
        if (refused++ > 0) {
          waited = performance.now() - refusedAt
          return
        }
        refusedAt = performance.now()
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' })
        response.end('{"detail":"Request was throttled."}')
        return true
      },
    })
    await openView(page, 'groups')
    await expect(status(page)).toContainText('asks us to wait 2 seconds')
    await expect(status(page)).toContainText('100 of 250 read')
    await expect(status(page)).toContainText('250 of 250 failed calls read at', LONG)
    expect(service.pagesAsked()).toEqual([1, 2, 2, 3])
    expect(waited).toBeGreaterThanOrEqual(2000)
  })

  test('a service that breaks for good leaves what was read, and is asked again by a button', async ({
    page,
    service,
  }) => {
    let isBroken = true
    service.list(many(250), {
      before: (asked, response) => {
        if (asked !== 3 || !isBroken) return
        response.writeHead(503, { 'content-type': 'application/json' }).end('{"detail":"Down."}')
        return true
      },
    })
    await openView(page, 'all')
    await expect(status(page)).toContainText('The service could not answer', LONG)
    await expect(status(page)).toContainText('200 of 250 read, so what you see is not all.')
    await expect.poll(() => listed(events(page))).toBe(200)
    expect(service.pagesAsked().filter(asked => asked === 3)).toHaveLength(4)

    isBroken = false
    await status(page).getByRole('button', { name: 'Read on' }).click()
    await expect(status(page)).toContainText('250 of 250 failed calls read at')
  })

  test('a service that knows no pages', async ({ page, service }) => {
    service.list(many(130), { pageSize: null })
    await openView(page, 'all')
    await expect(status(page)).toContainText('130 of 130 failed calls read at')
    await expect.poll(() => listed(events(page))).toBe(130)
    expect(service.pagesAsked()).toEqual([1])
  })

  test('no more than two requests are under way, and a page comes before the range', async ({
    page,
    service,
  }) => {
    service.list(many(2000), { before: () => setTimeout(60) })
    await openView(page, 'groups')
    await expect(status(page)).toContainText(/[2-9]00 of 2,000/)
    await page.getByRole('button', { name: 'Page by page' }).click()
    await expect(page.getByText(/2,000 failed calls, page 1 of/)).toBeVisible()
    await page.getByRole('button', { name: 'Groups' }).click()
    await expect(status(page)).toContainText('2,000 of 2,000 failed calls read at', LONG)
    expect(service.mostAtOnce()).toBeLessThanOrEqual(2)
    // Coming back it went on where it had stopped.
    expect(service.pagesAsked().length).toBeLessThan(30)
  })

  test('nothing is read while the tab is hidden', async ({ page, service }) => {
    const setVisibility = (state: 'hidden' | 'visible') =>
      page.evaluate(to => {
        Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    service.list(many(1500), { before: () => setTimeout(40) })
    await openView(page, 'groups')
    await expect(status(page)).toContainText(/[2-9]00 of 1,500/)
    await setVisibility('hidden')
    await setTimeout(300)
    const asked = service.pagesAsked().length
    await setTimeout(600)
    expect(service.pagesAsked()).toHaveLength(asked)
    await setVisibility('visible')
    await expect(status(page)).toContainText('1,500 of 1,500 failed calls read at', LONG)
    expect(service.pagesAsked()).toHaveLength(15)
  })

  test('the search finds numbers in any writing, calls, companies, references and causes', async ({
    page,
    service,
  }) => {
    service.list([
      ...many(150),
      failedCall(900, {
        company: 'Müller Motors',
        status: 404,
        caller: '27615559876',
        call: 31337,
      }),
    ])
    await openView(page, 'all')
    await expect(status(page)).toContainText('151 of 151')
    for (const typed of [
      '+27 61 555 9876',
      '061 555 9876',
      '0615559876',
      '31337',
      'muller',
      'session-900',
      'address not found',
    ]) {
      await search(page).fill(typed)
      await expect(page.getByText('1 of 151 failed calls match'), typed).toBeVisible()
      await expect(events(page)).toContainText('Müller Motors')
    }
    await expect(page).toHaveURL(/q=address/)
    await page.reload()
    await expect(page.getByText('1 of 151 failed calls match')).toBeVisible()
    await search(page).fill('nobody')
    await expect(page.getByText('Nothing that was read matches')).toBeVisible()
    await page.getByRole('button', { name: 'Show all events' }).click()
    await expect.poll(() => listed(events(page))).toBe(151)
    await expect(page).not.toHaveURL(/q=/)
  })

  test('what is typed while the address catches up is not lost', async ({ page, service }) => {
    service.list(many(150))
    await openView(page, 'all')
    await expect(status(page)).toContainText('150 of 150')
    // About as slow as the address follows.
    await search(page).pressSequentially('session-149 acme', { delay: 310 })
    await expect(search(page)).toHaveValue('session-149 acme')
    await expect(page).toHaveURL(/q=session-149(\+|%20)acme/)
    await expect(page.getByText('1 of 150 failed calls match')).toBeVisible()
  })

  test('filters and order stand in the address', async ({ page, service }) => {
    service.list([
      failedCall(4, { company: 'Bela', at: '12:00' }),
      failedCall(3, { company: 'Ciro', status: 404, at: '11:00' }),
      failedCall(2, { company: 'Acme', at: '10:00' }),
      failedCall(1, { company: 'Émile', status: 404, at: '09:00' }),
    ])
    await openView(page, 'all')
    const companies = () => events(page).getByRole('link').allInnerTexts()
    const head = (name: RegExp) => events(page).getByRole('columnheader', { name })
    await expect(events(page)).toBeVisible()
    expect(await companies()).toEqual(['Bela', 'Ciro', 'Acme', 'Émile'])
    await expect(head(/Failed at/)).toHaveAttribute('aria-sort', 'descending')

    await head(/Company/)
      .getByRole('button')
      .click()
    await expect.poll(companies).toEqual(['Acme', 'Bela', 'Ciro', 'Émile'])
    await expect(head(/Company/)).toHaveAttribute('aria-sort', 'ascending')
    await head(/Company/)
      .getByRole('button')
      .click()
    await expect.poll(companies).toEqual(['Émile', 'Ciro', 'Bela', 'Acme'])

    await page.getByLabel('Cause').selectOption({ label: 'Answered 404, address not found (2)' })
    await expect.poll(companies).toEqual(['Émile', 'Ciro'])
    await page.reload()
    await expect.poll(companies).toEqual(['Émile', 'Ciro'])
    await page.goBack()
    await expect.poll(companies).toEqual(['Émile', 'Ciro', 'Bela', 'Acme'])
  })

  test('thousands of events: few are drawn, and the keyboard reaches the first and the last', async ({
    page,
    service,
  }) => {
    service.list(many(3000))
    await openView(page, 'all')
    await expect(status(page)).toContainText('3,000 of 3,000', LONG)
    const open = events(page).getByRole('link')
    await open.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('#open-2999')).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.locator('#open-1')).toBeFocused()
    await expect(page.locator('#open-1')).toBeInViewport()
    expect(await open.count()).toBeLessThan(60)
    await page.keyboard.press('Home')
    await expect(page.locator('#open-3000')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Acme Cars')
    await expect(page).toHaveURL(/event=3000/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.locator('#open-3000')).toBeFocused()
  })

  test('thousands of events: far off stands what belongs there, and the focus stays where it was', async ({
    page,
    service,
  }) => {
    service.list(many(3000))
    await openView(page, 'all')
    await expect(status(page)).toContainText('3,000 of 3,000', LONG)
    await page.locator('#open-2998').focus()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
    const middle = page.getByRole('link').and(page.locator('[id^="open-15"], [id^="open-14"]'))
    await expect(middle.nth(8)).toBeInViewport()
    // Nothing moves by itself: whoever stops scrolling stays there.
    const shown = await middle.nth(8).getAttribute('id')
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => resolve(0))))
    await expect(page.locator(`#${shown}`)).toBeInViewport()
    await expect(page.locator('#open-2998')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('#open-2997')).toBeFocused()
    await expect(page.locator('#open-2997')).toBeInViewport()

    await search(page).pressSequentially('2997')
    await expect(search(page)).toBeFocused()
    await expect.poll(() => listed(events(page))).toBeLessThan(3000)
    await expect(search(page)).toBeFocused()
  })

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test(`no serious accessibility findings: ${scheme}, ${width} wide`, async ({
        page,
        service,
      }) => {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        service.list([...many(60), failedCall(99, { status: 404, receiver: 'bela' })])
        for (const view of ['groups', 'all'] as const) {
          await openView(page, view)
          await expect(status(page)).toContainText('61 of 61')
          const { violations } = await new AxeBuilder({ page }).analyze()
          const serious = violations.filter(({ impact }) => /serious|critical/.test(impact ?? ''))
          expect(serious.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
        }
      })
    }
  }
})

test.describe('of the demo', () => {
  test('what was read can be read again, with what came since', async ({
    signedIn: page,
    redial,
  }) => {
    await page.goto('/failed-calls?view=groups')
    await expect(status(page)).toContainText(/(\d+) of \1 failed calls read at/)
    const before = Number((await status(page).innerText()).split(' ')[0])
    await redial.addFailures(7)
    await status(page).getByRole('button', { name: 'Read again' }).click()
    await expect(status(page)).toContainText(`${before + 7} of ${before + 7} failed calls read at`)
    const newer = groups(page).getByRole('row').filter({ hasText: 'Newer' })
    await expect(newer.getByRole('cell').first()).toHaveText('7')
  })

  test('the groups hold every event of the range', async ({ signedIn: page }) => {
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await page.getByRole('button', { name: 'Groups' }).click()
    await expect(status(page)).toContainText(/(1,\d+) of \1 failed calls read at/)
    const [count] = (await status(page).innerText()).split(' ')
    const more = page.getByRole('button', { name: 'Show more groups' })
    while (await more.isVisible()) await more.click()
    const rows = groups(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    const cells = await rows.evaluateAll(found =>
      found.map(row => Number(row.querySelector('td')?.textContent?.replace(',', ''))),
    )
    expect(cells.reduce((sum, one) => sum + one, 0)).toBe(Number(count?.replace(',', '')))
  })

  test('a group is looked over as a run of its events, before anything is sent', async ({
    signedIn: page,
  }) => {
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await page.getByRole('button', { name: 'Groups' }).click()
    await expect(status(page)).toContainText(/read at/)
    const row = groups(page).getByRole('row').nth(1)
    const count = await row.getByRole('cell').first().innerText()
    await row.getByRole('button', { name: 'Replay this group' }).click()
    await page.waitForURL(/\/replays\/[\w-]+$/)
    await expect(page.getByRole('main')).toContainText(count, LONG)
    await expect(page.getByRole('main')).toContainText(/start|send/i)
  })
})
