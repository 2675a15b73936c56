import { FROM_DASHBOARD, JSON_BODY } from '../../server/testing/test-gateway.ts'

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
  const response = await fetch(`${url}/gateway/session`, {
    method: 'POST',
    headers: { ...FROM_DASHBOARD, ...JSON_BODY },
    body: JSON.stringify({ token, name: person }),
  })
  const [cookie] = response.headers.getSetCookie()
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(cookie ?? '') ?? []
  if (name === undefined || value === undefined) {
    throw new Error(`Sign-in was answered ${response.status}: ${await response.text()}`)
  }
  return { name, value, url }
}
