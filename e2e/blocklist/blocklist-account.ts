import type { Page } from '@playwright/test'
import { addPartner } from '../../server/testing/test-service.ts'
import { openSession } from '../support/open-session.ts'
import type { Redial } from '../support/redial.ts'
import { serviceBlocklist } from './service-blocklist.ts'

/** Signs in to the demo account, and gives its blocklist at the service. */
export async function signedInAccount(page: Page, redial: Redial) {
  const { text } = await redial.makeToken()
  await page.context().addCookies([await openSession(redial.url, text)])
  return serviceBlocklist(redial.url, text)
}

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
