import { z } from 'zod'
import { FROM_DASHBOARD, signIn } from '../test-gateway.ts'
import { operationsOf } from './api-operations.ts'
import { type Credentials, fuzzedRequest } from './fuzzed-request.ts'
import type { KnownValues } from './json-values.ts'

const Page = z.looseObject({ results: z.array(z.looseObject({})) })

/**
 * Requests to a Redial with our own service, as its /openapi.json describes it. Some of them refer to
 * data of its account.
 *
 * @param tokens of one account; each is used about equally often
 */
export async function fuzzedRequestsTo(
  url: string,
  { tokens, telephonyKey }: { tokens: string[]; telephonyKey: string },
) {
  const api = operationsOf(await (await fetch(`${url}/openapi.json`)).json())
  const [first = ''] = tokens
  const cookie = await signIn({ url }, { token: first })
  const session: [string, string][] = [['cookie', cookie], ...Object.entries(FROM_DASHBOARD)]
  const ofAccount = [
    ...tokens.map((token): [string, string][] => [['authorization', `Token ${token}`]]),
    ...tokens.map(() => session),
  ]
  const credentials: Credentials = [
    ...ofAccount.map(headers => ({ forPaths: /^(?!\/telephony)/, headers })),
    { forPaths: /^\/telephony/, headers: [['authorization', `Bearer ${telephonyKey}`]] },
  ]
  return fuzzedRequest(api, { known: await knownValues(url, first), credentials })
}

async function knownValues(url: string, token: string): Promise<KnownValues> {
  const list = async (path: string) => {
    const answered = await fetch(`${url}${path}`, { headers: { authorization: `Token ${token}` } })
    return Page.safeParse(await answered.json()).data?.results ?? []
  }
  const companies = await list('/v2/company/')
  const events = await list('/v1/call_events_fail/?from_date=2000-01-01&to_date=2100-01-01')
  const texts = (rows: Record<string, unknown>[], name: string) =>
    rows.map(row => String(row[name]))
  const all = {
    reference: texts(companies, 'reference'),
    name: texts(companies, 'name'),
    id: texts(events, 'id'),
    list: ['call_events_fail', 'transcription_events_fail'],
    from_date: ['2026-11-01'],
    to_date: ['2026-12-01'],
    phone_number: ['27105550199', '27825550147'],
    tracking_number: ['27105550199', '27105550142'],
    partner: ['karoo'],
    page: ['1', '2', 'last'],
    page_size: ['1', '20', '100'],
  }
  return Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0))
}
