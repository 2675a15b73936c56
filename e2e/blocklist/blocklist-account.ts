import type { Page } from '@playwright/test'
import { BlocklistRecord, type EntityContext } from '../../contract/blocklist.ts'
import { pageOf } from '../../contract/pages/page.ts'
import { addPartner } from '../../server/testing/test-service.ts'
import { openSession } from '../support/open-session.ts'
import { onDemo, type Redial } from '../support/redial.ts'

export { expect } from '@playwright/test'

/** Pages are signed in to the demo account, whose blocklist at the service is `blocklist`. */
export const test = onDemo.extend<{ blocklist: ReturnType<typeof serviceBlocklist> }>({
  blocklist: async ({ redial }, use) => {
    const { text } = await redial.makeToken()
    await use(serviceBlocklist(redial.url, text))
  },
})

let partners = 0

/** Signs in to an account of its own, which blocks nothing yet. */
export async function signedInPartner(
  page: Page,
  redial: Redial,
  owns: { companies?: string[]; groups?: string[] },
) {
  const reference = `partner-${++partners}`
  const { id, token } = await addPartner(redial.app.database, reference, owns)
  const session = await openSession(redial.url, token)
  await page.context().addCookies([session])
  return { id, reference, session, ...serviceBlocklist(redial.url, token) }
}

/** The blocklist as the service itself holds it, read and changed with a token, past the dashboard. */
function serviceBlocklist(origin: string, token: string) {
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`)
    return response.json()
  }
  const change = (path: string) => (context: EntityContext, reference: string, numbers: string[]) =>
    ask('POST', path, {
      entity: { reference, name: reference },
      entity_context_name: context,
      blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
    })
  return {
    block: change('/v1/blocklist/'),
    unblock: change('/v1/blocklist/unblock/'),
    async numbersOf(context: EntityContext, reference: string): Promise<string[]> {
      const answer = await ask('GET', '/v1/blocklist/?page_size=100')
      return pageOf(BlocklistRecord)
        .parse(answer)
        .results.filter(record => record.entity_context_name === context)
        .filter(record => record.entity.reference === reference)
        .flatMap(record => record.blocked_phone_number_list.map(entry => entry.phone_number))
    },
  }
}
