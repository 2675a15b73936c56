import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { createServer } from 'vite'
import { test as base, expect } from '../support/redial.ts'
import { sharedServer } from '../support/shared-server.ts'

type Gallery = {
  page: Page
  /** One part in one state, by its name. */
  example(name: string): Locator
}

// A worker fixture would need separate workers, which run after all others.
const galleryServer = sharedServer(startGallery)

/** The gallery of parts in Chromium, from Vite's development server on a free port. */
export const test = base.extend<{ gallery: Gallery }>({
  // The start has a longer limit, because the server bundles the parts' dependencies then.
  baseURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => use((await galleryServer()).url),
    { scope: 'test', timeout: 60_000 },
  ],
  gallery: async ({ page }, use) => {
    await page.goto('/gallery')
    await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible()
    await use({ page, example: name => page.getByRole('figure', { name, exact: true }) })
  },
})

export { expect }

async function startGallery() {
  const root = join(import.meta.dirname, '../..')
  // Each worker has its own cache, so that two never write the same files.
  const cacheDir = join(root, `node_modules/.cache/gallery-${process.env.TEST_PARALLEL_INDEX}`)
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    cacheDir,
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    logLevel: 'error',
  })
  await server.listen()
  return {
    url: new URL('/', server.resolvedUrls?.local[0]).href,
    close: () => server.close(),
  }
}
