import { expect, onDemo as test } from '../support/redial.ts'
import { watchShifts } from '../support/watch-shifts.ts'

/** Not the browser's cache: a page is opened as if it had never been seen before. */
test.use({ reuseContext: false })

for (const [path, title, first] of [
  // The rest of it changes whenever the gateway has read today's events again.
  ['/', 'Overview', ['/gateway/day-counts', '/gateway/orders', '/gateway/follow-ups']],
  ['/blocklist', 'Blocklist', ['/v1/blocklist/']],
] satisfies [string, string, string[]][]) {
  test(`the page of ${title} has its first data in its document, and nothing moves when it is there`, async ({
    page,
  }) => {
    const paths: string[] = []
    page.on('request', request => paths.push(new URL(request.url()).pathname))
    const shifted = await watchShifts(page)
    await page.goto(path)
    expect(await shifted()).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(paths.filter(other => first.includes(other))).toEqual([])
    const files = paths.filter(other => other.startsWith('/assets/'))
    expect(files.toSorted()).toEqual([...new Set(files)].toSorted())
  })
}
