import type { Page } from '@playwright/test'

/** Resolves when no task waits. React attaches the page's key handlers in a task after its elements are visible. */
export function whenIdle(page: Page): Promise<void> {
  return page.evaluate(() => new Promise(resolve => requestIdleCallback(() => resolve())))
}
