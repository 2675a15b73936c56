import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe takes. */
type RunOptions = Parameters<AxeBuilder['options']>[0]

/** All rules in one scheme; the other one changes colours only, and so contrast. */
const SCHEMES: { colorScheme: 'light' | 'dark'; rules: RunOptions }[] = [
  { colorScheme: 'light', rules: {} },
  { colorScheme: 'dark', rules: { runOnly: ['color-contrast'] } },
]

/** Otherwise axe spends most of its time on lists that nothing here reads. */
const ONLY_WHAT_IS_READ: RunOptions = {
  resultTypes: ['violations', 'incomplete'],
  preload: false,
}

/** No serious finding of axe on what is shown now, in either colour scheme; or none at all. */
export async function expectAccessible(page: Page, { minorToo = false } = {}): Promise<void> {
  await layOutAll(page)
  for (const { colorScheme, rules } of SCHEMES) {
    // In the middle of a fade, contrast is that of neither end.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // Its mode for pages without frames of other origins: the other one opens a page for each run.
    const { passes, violations, incomplete } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ ...ONLY_WHAT_IS_READ, ...rules })
      .analyze()
    // Otherwise nothing was checked.
    expect(passes.map(rule => rule.id)).toContain('color-contrast')
    const findings = violations
      .filter(({ impact }) => minorToo || impact === 'serious' || impact === 'critical')
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
