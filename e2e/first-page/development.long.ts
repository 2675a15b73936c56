// Long: Vite prepares the packages of the dashboard, and the development server starts a database of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { freePort } from '../../server/database/embedded/free-port.ts'

test('the document of a page has its list in development as well', async ({ page }) => {
  test.slow()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'redial-development-'))
  const [PORT, DASHBOARD_PORT] = [String(await freePort()), String(await freePort())]
  const development = spawn(process.execPath, ['scripts/dev.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR, PORT, DASHBOARD_PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let link = ''
    for await (const line of createInterface(development.stdout)) {
      link = /http\S+#code=\S+/.exec(line)?.[0] ?? ''
      if (link !== '') break
    }
    development.stdout.resume()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible({ timeout: 60_000 })
    const lists: string[] = []
    page.on('request', request => {
      if (/events\/page\?.*&page=1&/.test(request.url())) lists.push(request.url())
    })
    await page.goto(new URL('/failed-calls', link).href)
    await expect(page.getByRole('button', { name: 'Replay' }).first()).toBeVisible({
      timeout: 60_000,
    })
    expect(lists).toEqual([])
  } finally {
    development.kill()
    await once(development, 'exit')
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})
