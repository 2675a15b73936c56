import { createServer } from 'node:net'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { listen } from '../testing/peers/listen.ts'
import { databaseFault } from './database-fault.ts'

function faultOf(code: string) {
  return databaseFault(Object.assign(new Error('a database error'), { code }))
}

const TRANSIENT = `
  08000 08003 08006 08P01 25006 25P03 25P04 40001 40P01 53100 53200 53300 55006
  55P03 57014 57P01 57P02 57P03 57P05 58000 58030
  ECONNRESET ECONNREFUSED ETIMEDOUT EPIPE EHOSTUNREACH ENOTFOUND EAI_AGAIN ENOENT`
const OTHER = '25P02 28P01 3D000 42601 42P01 42501 XX000 P0001 ERR_INVALID_ARG_TYPE EACCES EPERM'

test.each([
  ['a database that is away, busy, full or failed over', TRANSIENT, 'transient'],
  [
    'data that the database refuses',
    '22001 22003 22P02 22P05 23502 23505 23514 54000',
    'unrecordable',
  ],
  ['a bug or a missing permission', OTHER, 'other'],
])('the codes of %s', (_, codes, fault) => {
  for (const code of codes.trim().split(/\s+/)) expect([code, faultOf(code)]).toEqual([code, fault])
})

test.each([new Error('Of ours'), 'ECONNRESET', null, undefined, { code: '40001' }])(
  'what is no error of the database: %o',
  error => expect(databaseFault(error)).toBe('other'),
)

test('errors that pg describes only in a message are transient as well', async () => {
  const server = createServer()
  const silent = { host: '127.0.0.1', port: await listen(server), connectionTimeoutMillis: 20 }
  const tooSlow = await new pg.Client(silent).connect().catch(error => error)
  const full = new pg.Pool({ ...silent, max: 1 })
  const waited = await Promise.all([full, full].map(pool => pool.connect().catch(error => error)))
  server.close()

  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` })
  client.on('error', () => {})
  await client.connect()
  // The types lack this option.
  const limited = { text: 'select pg_sleep(60)', query_timeout: 20 }
  const timedOut = await client.query(limited).catch(error => error)
  await client.end()
  const closed = await client.query('select 1').catch(error => error)

  const lost = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` })
  lost.on('error', () => {})
  await lost.connect()
  const killed = await lost
    .query('select pg_terminate_backend(pg_backend_pid())')
    .catch(error => error)
  const after = await lost.query('select 1').catch(error => error)

  for (const error of [tooSlow, ...waited, timedOut, closed, killed, after]) {
    expect(error).toBeInstanceOf(Error)
    expect([error.message, databaseFault(error)]).toEqual([error.message, 'transient'])
  }
})
