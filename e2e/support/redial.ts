import { randomUUID } from 'node:crypto'
import { test as base, type Page } from '@playwright/test'
import type { App } from '../../server/app.ts'
import { changeTokens, createToken } from '../../server/service/tokens/tokens.ts'
import { addFailedEvents } from '../../server/testing/test-service.ts'
import { openSession, type SessionCookie } from './open-session.ts'
import { type OtherService, startOtherService } from './other-service.ts'
import { beginFile, closeSharedServers, type Server, sharedServer } from './shared-server.ts'
import { demoPartnerId, startTestApp } from './start-test-app.ts'

/** The real server, with the demo account and its receivers, on free ports. */
export type Redial = {
  url: string
  app: App
  /** A token of the demo's partner. */
  makeToken(settings?: { blocklistPermission?: boolean }): Promise<Token>
  /** Adds this many failed calls of the demo's partner, which have just failed. */
  addFailures(count: number): Promise<void>
}

export type Token = { text: string; revoke(): Promise<void> }

type Fixtures = {
  /** Closes servers that the files of late have not used. */
  file: undefined
  /** A file that adds to the demo's lists names its own demo, which no other file shares. */
  demo: string
  /** For how many days before today the demo has failures. Default: seven. */
  demoDaysBack: number | undefined
  redial: Redial
  otherService: OtherService
  /** A page that is signed in to the demo account, on Failed calls. */
  signedIn: Page
}

type WorkerFixtures = { servers: undefined }

const otherService = sharedServer(startOtherService)
/** The key is the name of the demo. */
const redials = new Map<string, () => Promise<Redial>>()

function redialOf(demo: string, daysBack: number | undefined): Promise<Redial> {
  const redial = redials.get(demo) ?? sharedServer(() => startRedial(daysBack))
  redials.set(demo, redial)
  return redial()
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      await use(undefined)
      await closeSharedServers()
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],

  file: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use, { file }) => {
      beginFile(file)
      await use(undefined)
    },
    { auto: true },
  ],

  demo: ['shared', { option: true }],

  demoDaysBack: [undefined, { option: true }],

  redial: async ({ demo, demoDaysBack }, use) => use(await redialOf(demo, demoDaysBack)),

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  otherService: async ({}, use) => use(await otherService()),

  baseURL: async ({ redial }, use) => use(redial.url),

  signedIn: async ({ page, redial }, use) => {
    const { text } = await redial.makeToken()
    await page.context().addCookies([await openSession(redial.url, text)])
    await page.goto('/failed-calls')
    await use(page)
  },
})

/** Pages are signed in to the demo account. */
export const onDemo = test.extend({
  context: async ({ context, redial }, use) => {
    const { text } = await redial.makeToken()
    await context.addCookies([await openSession(redial.url, text)])
    await use(context)
  },
})

/** Pages are signed in to the Redial in front of `otherService`. */
export const onOtherService = test.extend({
  baseURL: async ({ otherService }, use) => use(otherService.url),
  context: async ({ context, otherService }, use) => {
    await otherService.forgetEvents()
    await context.addCookies([otherService.session])
    await use(context)
  },
})

type Service = Server & {
  url: string
  session: SessionCookie
  forgetEvents?: () => Promise<void>
}

/** Pages are signed in to a Redial that this starts, which the tests of a worker share as `service`. */
export function testOn<S extends Service>(start: () => Promise<S>) {
  const shared = sharedServer(start)
  return testWith<S>(async use => use(await shared()))
}

/** Pages are signed in to a Redial that this starts for each test. */
export function testOnOwn<S extends Service>(start: () => Promise<S>) {
  return testWith<S>(async use => {
    const service = await start()
    await use(service)
    await service.close()
  })
}

function testWith<S extends Service>(
  provide: (use: (service: S) => Promise<void>) => Promise<void>,
) {
  return test.extend<{ service: S }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    service: async ({}, use) => provide(use),
    baseURL: async ({ service }, use) => use(service.url),
    context: async ({ context, service }, use) => {
      await service.forgetEvents?.()
      await context.addCookies([service.session])
      await use(context)
    },
  })
}

export { expect } from '@playwright/test'

/** Signs in with the form that Failed calls redirects to, and waits for that page. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/failed-calls')
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/failed-calls/)
}

async function startRedial(demoDaysBack?: number): Promise<Redial & Server> {
  const app = await startTestApp({}, { demoDaysBack })
  const { db } = app.database
  const partnerId = await demoPartnerId(app)
  return {
    url: app.url,
    app,
    async addFailures(count) {
      const at = new Date()
      const failure = {
        callback_url: 'https://localhost:1/newer/calls',
        attempts: [{ at: at.toISOString(), status: 500, error: 'answered 500', duration_ms: 9 }],
        failed_at: at,
        request_json: '{"call_id":1,"company":{"name":"Newer","reference":"newer"}}',
      }
      await addFailedEvents(app.database, partnerId, Array(count).fill(failure))
    },
    async makeToken({ blocklistPermission = true } = {}) {
      const label = randomUUID()
      const text = await createToken(db, { partnerId, label, blocklistPermission })
      return {
        text,
        revoke: async () => {
          await changeTokens(db, { partnerId, label }, { revoked_at: new Date() })
        },
      }
    },
    close: () => app.close(),
  }
}
