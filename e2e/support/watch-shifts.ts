import type { Page } from '@playwright/test'

/** What moves on the page until it has taken the place of its skeleton, as Chromium reports it. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let shifted = 0
    const add = (list: { getEntries(): PerformanceEntry[] }) => {
      for (const entry of list.getEntries()) shifted += Number(Reflect.get(entry, 'value'))
    }
    const shifts = new PerformanceObserver(add)
    shifts.observe({ type: 'layout-shift', buffered: true })
    let wasThere = false
    const shift = new Promise<number>(resolve => {
      const changes = new MutationObserver(() => {
        const isThere = document.getElementById('skeleton') !== null
        wasThere ||= isThere
        if (!wasThere || isThere) return
        changes.disconnect()
        // In the second frame from now the first one has been painted.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add({ getEntries: () => shifts.takeRecords() })
            resolve(shifted)
          }),
        )
      })
      changes.observe(document, { childList: true, subtree: true })
    })
    Reflect.set(window, 'shifted', shift)
  })
  return async () => Number(await page.evaluate(() => Reflect.get(window, 'shifted')))
}
