// Long: recordings are loaded and played.
import { createServer } from 'node:https'
import type { Page } from '@playwright/test'
import { makeCertificate } from '../../server/demo/demo-receivers.ts'
import { type Answers, pageOf } from '../support/other-service.ts'
import { expect, test } from '../support/redial.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
  ignoreHTTPSErrors: true,
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

const EVENT = '/failed-calls?from=2026-11-20&to=2026-11-21&event=7'

const drawerOf = (page: Page) => page.getByRole('dialog')

const withRecording = (recording_url: string): Answers => ({
  'GET /v1/call_events_fail/': [
    200,
    pageOf([{ id: 7, request_json: { call_id: 1, recording_url } }]),
  ],
})

test('a recording is requested only when it is played', async ({ page, otherService }) => {
  const asked: (string | undefined)[] = []
  const server = createServer(await certificate(), (request, response) => {
    asked.push(request.headers.referer)
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(silence())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  otherService.answers(withRecording(`https://localhost:${port}/7.wav`))
  await page.goto(EVENT)
  const audio = drawerOf(page).locator('audio')
  await expect(audio).toBeVisible()
  expect(asked).toEqual([])
  await audio.evaluate(async (element: HTMLAudioElement) => {
    element.muted = true
    await element.play()
  })
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every(referer => referer === undefined)).toBe(true)
  server.closeAllConnections()
  server.close()
})

test('a recording that cannot be loaded says so, and leaves a link', async ({
  page,
  otherService,
}) => {
  otherService.answers(withRecording('https://localhost:9/7.wav'))
  await page.goto(EVENT)
  await drawerOf(page)
    .locator('audio')
    .evaluate((element: HTMLAudioElement) => element.play().catch(() => undefined))
  await expect(drawerOf(page).getByRole('alert')).toContainText('could not be loaded')
  await expect(drawerOf(page).getByRole('link', { name: /^Open the recording/ })).toHaveAttribute(
    'href',
    'https://localhost:9/7.wav',
  )
})

test('a recording with an invalid address stays text', async ({ page, otherService }) => {
  otherService.answers(withRecording('javascript:alert(1)'))
  await page.goto(EVENT)
  await expect(drawerOf(page).getByText('javascript:alert(1)').first()).toBeVisible()
  await expect(drawerOf(page).locator('audio')).toHaveCount(0)
  await expect(drawerOf(page).getByRole('link')).toHaveCount(0)
})

function certificate() {
  return makeCertificate('Recordings', new Date())
}

/** One second at 8 kHz and 8 bit. */
function silence(): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + 8_000, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(8_000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(8_000, 40)
  return Buffer.concat([header, Buffer.alloc(8_000, 128)])
}
