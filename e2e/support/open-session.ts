import type { Locator } from '@playwright/test'
import { signIn } from '../../server/testing/test-gateway.ts'

export type SessionCookie = { name: string; value: string; url: string }

/**
 * The cookie of a session, for tests that are not about signing in: without the form it is quicker.
 *
 * @param person an empty name means none: the first change asks for it
 */
export async function openSession(
  url: string,
  token: string,
  person = 'Thandi',
): Promise<SessionCookie> {
  const cookie = await signIn({ url }, { token, name: person })
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url }
}

/**
 * Clicks when the session has ended. Within the page, because any other request that is refused opens the sign-in
 * page, without the element.
 */
export async function endSessionAndClick(element: Locator): Promise<void> {
  await element.evaluate(async clicked => {
    await fetch('/gateway/session', { method: 'DELETE', headers: { 'x-redial-dashboard': '1' } })
    if (clicked instanceof HTMLElement) clicked.click()
  })
}
