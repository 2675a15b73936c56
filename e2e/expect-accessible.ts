import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No serious finding of axe on what is shown now, in either colour scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  await layOutAll(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    // In the middle of a fade, contrast is that of neither end.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const { passes, violations, incomplete } = await new AxeBuilder({ page }).analyze()
    // Else nothing was looked at.
    expect(passes.map(rule => rule.id)).toContain('color-contrast')
    const findings = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
      )
    // Text in the very colour of its ground is only a doubt to axe: it may be meant.
    const unseen = incomplete
      .flatMap(({ nodes }) => nodes)
      .filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio'))
      .map(({ target }) => `text in the colour of its ground at ${target}`)
    expect([...findings, ...unseen], colorScheme).toEqual([])
  }
}

/** Rows out of sight keep the colours that they had when they were last in sight, until they are again. */
function layOutAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}
