import { launch } from 'puppeteer-core'
import type { Engine } from './engine.ts'

const HEIGHT = 900

/** Firefox, driven by WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Pages move while they fade in, so a click would miss.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  // The tab that Firefox opens on its own never has the focus, so fields in it are never left.
  const page = await browser.newPage()
  await page.setViewport({ width: 1440, height: HEIGHT })
  return {
    goto: async url => void (await page.goto(url)),
    evaluate: expression => page.evaluate(expression),
    click: selector => page.click(selector),
    type: text => page.keyboard.type(text),
    press: key => page.keyboard.press(key),
    setWidth: width => page.setViewport({ width, height: HEIGHT }),
    close: () => browser.close(),
  }
}
