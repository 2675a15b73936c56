import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { BrowserContext } from '@playwright/test'
import { startReceiver, type TestReceiver } from '../../server/testing/peers/test-receiver.ts'
import { answer } from '../../server/testing/peers/test-upstream.ts'
import { openSession } from '../support/open-session.ts'
import { pageOf, startOtherService } from '../support/other-service.ts'
import { test as base } from '../support/redial.ts'
import { type Server, sharedServer } from '../support/shared-server.ts'

/** Redial with a service whose events name no receiver, and receivers for them. */
export type UnnamedReceivers = {
  url: string
  good: TestReceiver
  /** Its certificate expired on 3 November 2020. */
  expired: TestReceiver
  /** A `host:port` where nothing listens. */
  refusing: string
  /** Signs a person in to an account without receiver settings. */
  signIn(context: BrowserContext, name?: string): Promise<void>
}

/** The tracking number of the one failed call that the service lists. */
export const NUMBER = '27215550100'

const unnamedReceivers = sharedServer(startUnnamedReceivers)

export const test = base.extend<{ receivers: UnnamedReceivers }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  receivers: async ({}, use) => use(await unnamedReceivers()),
  baseURL: async ({ receivers }, use) => use(receivers.url),
})

export { expect } from '@playwright/test'

async function startUnnamedReceivers(): Promise<UnnamedReceivers & Server> {
  const good = await startReceiver()
  const expired = await startReceiver(200, { certificate: 'expired' })
  const refusing = await holdPort()
  const service = await startOtherService(
    { RECEIVER_EXCEPTIONS: [good, expired, refusing].map(one => one.exception).join() },
    { authority: good.ca },
  )
  service.behave(({ url, headers }, response) => {
    const token = headers.authorization ?? ''
    // Accounts don't see each other's replays, so each has its own event.
    const event = {
      id: `event of ${token.slice(-4)}`,
      event: 'call_termination',
      request_json: {
        call_id: 1,
        tracking_number: NUMBER,
        company: { name: 'Acme Cars', reference: 'acme-cars' },
      },
    }
    const listed = url?.startsWith('/v1/call_events_fail/') ? [event] : []
    answer(response, 200, pageOf(listed))
  })
  let tokens = 1000

  return {
    url: service.url,
    good,
    expired,
    refusing: refusing.exception,
    async signIn(context, name) {
      tokens += 1
      await context.addCookies([await openSession(service.url, `token-${tokens}`, name)])
    },
    async close() {
      await service.close()
      await Promise.all([good.close(), expired.close()])
      refusing.close()
    },
  }
}

/**
 * A port that refuses connections, and that no other server takes meanwhile: it is this side of a
 * connection.
 */
async function holdPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  const held = connect(address.port, '127.0.0.1')
  await once(held, 'connect')
  return {
    exception: `localhost:${held.localPort}`,
    close() {
      held.destroy()
      server.close()
    },
  }
}
