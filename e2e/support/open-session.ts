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
