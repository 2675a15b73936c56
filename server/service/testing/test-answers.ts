import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Ask,
  addPartner,
  openTestService,
  type TestService,
} from '../../testing/test-service.ts'
import { createToken } from '../tokens/tokens.ts'

/**
 * Tokens by their permission. The table uses these names, because each database has its own tokens.
 */
type Tokens = Record<
  'full' | 'without BlocklistPermission' | 'unknown' | 'none',
  string | undefined
>

export type DocumentedAnswer = {
  line: string
  ask: Omit<Ask, 'token'> & { method: string; path: string; token?: keyof Tokens }
  status: number
  body: unknown
}

export const ENTITY = { reference: 'ACME', name: 'ACME' }

export function blocklistBody(entity: object, ...numbers: unknown[]) {
  return {
    entity,
    entity_context_name: 'company',
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
  }
}

/** Tests that the service answers each request as docs/interface.md says. */
export function testAnswers(answers: DocumentedAnswer[]): void {
  let service: TestService
  let tokens: Tokens

  beforeAll(async () => {
    service = await openTestService()
    const { db } = service.database
    const { id, token } = await addPartner(service.database, 'P-1', { companies: ['ACME'] })
    await addPartner(service.database, 'P-2', { companies: ['OTHERS'] })
    tokens = {
      full: token,
      'without BlocklistPermission': await createToken(db, {
        partnerId: id,
        label: 'limited',
        blocklistPermission: false,
      }),
      unknown: '0'.repeat(40),
      none: undefined,
    }
    const body = blocklistBody(ENTITY, '27110000001', '27110000000')
    await service.ask('POST', '/v1/blocklist/', { token, body })
    // Lets one endpoint throw an unexpected error.
    await sql`alter table tn_prefix rename to tn_prefix_elsewhere`.execute(db)
  })
  afterAll(() => service.close())

  test.each(answers)('$line', async ({ ask, status, body }) => {
    const { method, path, token = 'full', ...rest } = ask
    const answer = await service.ask(method, path, { ...rest, token: tokens[token] })
    expect(answer).toMatchObject({ status, body })
  })
}
