import { Writable } from 'node:stream'
import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { onlyRow } from '../../testing/rows.ts'
import { addPartner, openTestService, TELEPHONY_KEY } from '../../testing/test-service.ts'
import {
  ANALYSIS,
  CALL,
  EXCEPTIONS,
  SETTINGS,
  NUMBER as TRACKING_NUMBER,
  telephoneSwitch,
} from '../telephony/testing/telephone-switch.ts'

const NUMBER = '27821234567'

function keepLog() {
  const kept = { text: '' }
  const stream = new Writable({
    write(chunk, _encoding, done) {
      kept.text += chunk
      done()
    },
  })
  return { kept, logger: fastify({ logger: { level: 'trace', stream } }).log }
}

test('the log has method, path, status and time, and neither tokens nor phone numbers', async () => {
  const { kept, logger } = keepLog()
  const service = await openTestService({ logger })
  onTestFinished(() => service.close())
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
  // Constraints that make the database refuse the number and quote it: next to its message, and in it.
  for (const condition of [`phone_number = ''`, 'phone_number::integer > 0']) {
    const constraint = sql.raw(`add constraint refusing check (${condition})`)
    await sql`alter table blocked_number ${constraint}`.execute(service.database.db)
    const failed = await service.ask('POST', '/v1/blocklist/', { token, body })
    expect(failed).toMatchObject({ status: 500, body: { detail: 'Internal server error.' } })
    await sql`alter table blocked_number drop constraint refusing`.execute(service.database.db)
  }

  const log = kept.text
  expect(log).toContain('"method":"POST","path":"/v1/blocklist/unblock/","status":200,"ms":')
  expect(log).toContain('"path":"(unknown)","status":404')
  expect(log).toContain('violates check constraint')
  expect(log).toContain('is out of range for type integer')
  for (const secret of [token, 'SECRET', NUMBER]) expect(log).not.toContain(secret)
})

test('requests of the telephone switch leave neither its key nor callers, URLs and secrets in the log', async () => {
  const { kept, logger } = keepLog()
  const service = await openTestService({
    logger,
    telephony: { exceptions: EXCEPTIONS },
  })
  onTestFinished(() => service.close())
  const { db } = service.database
  await addPartner(service.database, 'P-1')
  const ask = telephoneSwitch(service)
  const one = `tracking_numbers/${TRACKING_NUMBER}/`
  const call = { ...CALL, caller_number: NUMBER }
  await ask('PUT', one, SETTINGS)
  await ask('POST', `${one}secret/`)
  const check = { tracking_number: TRACKING_NUMBER, caller_number: NUMBER }
  await ask('POST', 'callers/check/', check)
  await ask('POST', 'calls/', call)
  await ask('POST', 'calls/', { ...call, caller_number: `+${NUMBER}` })
  await ask('POST', 'analyses/', ANALYSIS)
  await service.ask('GET', `/telephony/v1/${one}`, { headers: { Authorization: 'Bearer WRONG' } })
  // A constraint that makes the database refuse the payload and quote it.
  await sql`alter table delivery add check (call_id < 2)`.execute(db)
  expect(await ask('POST', 'calls/', { ...call, call_id: 2 })).toMatchObject({ status: 500 })
  const { secret } = await onlyRow(db, 'tracking_number')

  const log = kept.text
  expect(log).toContain('"method":"POST","path":"/telephony/v1/calls/","status":201,"ms":')
  expect(log).toContain('violates check constraint')
  const secrets = [TELEPHONY_KEY, 'WRONG', NUMBER, TRACKING_NUMBER, secret, 'receiver.example']
  for (const each of secrets) expect(log).not.toContain(each)
})
