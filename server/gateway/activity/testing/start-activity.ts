import { afterAll, beforeEach } from 'vitest'
import { ActivityEntry, ActivityPage } from '../../../../contract/activity.ts'
import { startReceiver } from '../../../testing/peers/test-receiver.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import {
  FROM_DASHBOARD,
  JSON_BODY,
  signIn,
  startTestGateway,
} from '../../../testing/test-gateway.ts'
import { startListUpstream } from '../../replays/testing/list-upstream.ts'

export type Answered = { status: number; headers: Headers; text: string; body: unknown }

/** Somebody who sends requests to the gateway with their own headers. */
export type Caller = {
  ask(
    method: string,
    path: string,
    body?: unknown,
    more?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Answered>
  /** The account's log, newest entry first. */
  log(query?: string): Promise<ActivityEntry[]>
  /** An entry with everything that is stored for it. */
  entry(id: number): Promise<ActivityEntry>
}

/**
 * A gateway between a service and a receiver, and the people who appear in its activity log, for the tests
 * of one file. Before each test, the service lists its items.
 */
export async function activityOfFile() {
  const upstream = await startListUpstream()
  const receiver = await startReceiver(200)
  const database = await openTestDatabase()
  const gateway = await startTestGateway(upstream.url, { receivers: [receiver], database })
  const caller = (headers: Record<string, string>): Caller => {
    const ask: Caller['ask'] = async (method, path, body, more, signal) => {
      const response = await fetch(`${gateway.url}${path}`, {
        method,
        ...(signal && { signal }),
        headers: { ...headers, ...more, ...(body === undefined ? {} : JSON_BODY) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : null,
      }
    }
    return {
      ask,
      log: async (query = '') =>
        ActivityPage.parse((await ask('GET', `/gateway/activity?${query}`)).body).results,
      entry: async id => ActivityEntry.parse((await ask('GET', `/gateway/activity/${id}`)).body),
    }
  }
  beforeEach(() => upstream.behave(upstream.serve))
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await receiver.close()
  })
  return {
    ...{ upstream, receiver, gateway, database },
    /**
     * Somebody with a session whose sign-in is not in the log; an empty string means no name. Each token
     * has its own account.
     */
    async person(token: string, name = 'Thandi') {
      const cookie = await signIn(gateway, { token, name })
      await database.db.deleteFrom('activity').where('kind', '=', 'signed_in').execute()
      return caller({ ...FROM_DASHBOARD, cookie })
    },
    script: (token: string) => caller({ authorization: `Token ${token}` }),
  }
}

let tokens = 0
/** A token whose account has no entries yet. */
export const newToken = () => `token-${++tokens}`

/** The body of a blocklist change. */
export function blocklistChange(numbers: string[], more: object = {}) {
  return {
    entity: { reference: 'acme', name: 'Acme Motors' },
    entity_context_name: 'company',
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
    ...more,
  }
}
