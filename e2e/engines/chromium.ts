import type { Page } from '@playwright/test'
import type { Engine } from './engine.ts'

/** Chromium, driven by Playwright, with the page of a test. */
export function chromiumEngine(page: Page): Engine {
  return {
    goto: async url => void (await page.goto(url)),
    evaluate: expression => page.evaluate(expression),
    click: selector => page.click(selector),
    type: text => page.keyboard.type(text),
    press: key => page.keyboard.press(key),
    setWidth: width => page.setViewportSize({ width, height: 900 }),
    close: () => Promise.resolve(),
  }
}
