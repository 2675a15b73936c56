import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { createServer } from 'vite'

type Gallery = {
  page: Page
  /** One part in one state, by its name. */
  example(name: string): Locator
}

/** The gallery of parts in Chromium, from Vite's development server on a free port. */
export const test = base.extend<{ gallery: Gallery }, { galleryUrl: string }>({
  galleryUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright takes what is asked for from here
    async ({}, use) => {
      const root = join(import.meta.dirname, '../..')
      const server = await createServer({
        root,
        configFile: join(root, 'vite.config.ts'),
        // Each worker has a cache of its own, so that two can't write the same files.
        cacheDir: join(root, `node_modules/.cache/gallery-${test.info().workerIndex}`),
        server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
        logLevel: 'error',
      })
      await server.listen()
      await use(new URL('/gallery', server.resolvedUrls?.local[0]).href)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  gallery: async ({ page, galleryUrl }, use) => {
    await page.goto(galleryUrl)
    await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible()
    await use({ page, example: name => page.getByRole('figure', { name, exact: true }) })
  },
})

export { expect }
