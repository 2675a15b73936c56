import { Writable } from 'node:stream'
import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPartner, openTestService } from '../../testing/test-service.ts'

const NUMBER = '27821234567'

test('the log tells method, path, status and time, and neither tokens nor phone numbers', async () => {
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk
      done()
    },
  })
  const logger = fastify({ logger: { level: 'trace', stream } }).log
  const service = await openTestService('postgres', { logger })
  try {
    const { token } = await addPartner(service.database, 'P-1', { companies: ['ACME'] })
    const body = {
      entity: { reference: 'ACME', name: 'ACME' },
      entity_context_name: 'company',
      blocked_phone_number_list: [{ phone_number: NUMBER }],
    }
    await service.ask('POST', '/v1/blocklist/', { token, body })
    await service.ask('POST', '/v1/blocklist/', { token, body: { ...body, entity: NUMBER } })
    await service.ask('POST', '/v1/blocklist/unblock/?token=SECRET', { token, body })
    await service.ask('POST', '/v1/blocklist/unblock/', { token, body })
    await service.ask('GET', `/v1/blocklist/${NUMBER}/?token=SECRET`, { token })
    // A constraint, so that the database refuses the number and says which one it was.
    await sql`alter table blocked_number add check (phone_number = '')`.execute(service.database.db)
    const failed = await service.ask('POST', '/v1/blocklist/', { token, body })
    expect(failed).toMatchObject({ status: 500, body: { detail: 'Internal server error.' } })

    expect(log).toContain('"method":"POST","path":"/v1/blocklist/unblock/","status":200,"ms":')
    expect(log).toContain('"path":"(unknown)","status":404')
    expect(log).toContain('violates check constraint')
    for (const secret of [token, 'SECRET', NUMBER]) expect(log).not.toContain(secret)
  } finally {
    await service.close()
  }
})
