import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/** The options of axe. */
type RunOptions = Parameters<AxeBuilder['options']>[0]

/** All rules in light. Dark changes only colours, so only contrast is checked. */
const SCHEMES: { colorScheme: 'light' | 'dark'; rules: RunOptions }[] = [
  { colorScheme: 'light', rules: {} },
  { colorScheme: 'dark', rules: { runOnly: ['color-contrast'] } },
]

/** Otherwise axe spends most of its time on results that we don't use. */
const ONLY_WHAT_IS_READ: RunOptions = {
  resultTypes: ['violations', 'incomplete'],
  preload: false,
}

/** For a quick test that calls `expectAccessible`. The long tests include it, because only they examine the page. */
export const AXE = { tag: '@axe' }

/** Expects no finding of axe in either colour scheme, minor ones included. */
export async function expectAccessible(page: Page): Promise<void> {
  const { project, tags } = test.info()
  if (project.name === 'quick') return expect(tags).toContain(AXE.tag)
  await layOutAll(page)
  for (const { colorScheme, rules } of SCHEMES) {
    // During a fade, the contrast is neither that of the start nor of the end.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // Its mode for pages without frames of other origins: the other one opens a page for each run.
    const { passes, violations, incomplete } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ ...ONLY_WHAT_IS_READ, ...rules })
      .analyze()
    // Otherwise nothing was checked.
    expect(passes.map(rule => rule.id)).toContain('color-contrast')
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
    )
    // Axe reports text in the colour of its background only as incomplete, because it may be intended.
    const unseen = incomplete
      .flatMap(({ nodes }) => nodes)
      .filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio'))
      .map(({ target }) => `text in the colour of its ground at ${target}`)
    expect([...findings, ...unseen], colorScheme).toEqual([])
  }
}

/** Rows outside the viewport keep their old colours until they are visible again, so lay out all of them. */
function layOutAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}
