import { request } from 'node:http'
import { Readable } from 'node:stream'
import fastify, { LogController } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseAway } from '../database/database-fault.ts'
import { answerError } from './answer-error.ts'

function ofPostgres(code: string): Error {
  const error = new pg.DatabaseError('of PostgreSQL, with 27825550147 in it', 0, 'error')
  error.code = code
  return error
}

test('only a database that may answer later is a 503 with Retry-After', async () => {
  const later = [
    new DatabaseAway(new Error('Query read timeout')),
    ...['55P03', '57014', '40P01', '53300'].map(ofPostgres),
  ]
  // An error of another socket says nothing about the database.
  const elsewhere = Object.assign(new Error('of another host'), { code: 'ECONNRESET' })
  const unforeseen = [elsewhere, ofPostgres('42P01'), ofPostgres('23505')]

  const app = fastify()
  app.setErrorHandler(answerError)
  let thrown: Error
  app.get('/', async () => {
    throw thrown
  })
  for (thrown of later) {
    const answer = await app.inject('/')
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '5',
      { detail: 'The database does not answer at the moment. Try again in a few seconds.' },
    ])
  }
  for (thrown of unforeseen) {
    const answer = await app.inject('/')
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Internal server error.' }])
  }
  await app.close()
})

type Stream = { destroy: (error?: Error) => void }

const UNEXPECTED = ['error', 'A request failed unexpectedly']

test.each<[string, (caller: Stream, source: Stream) => void, string[]]>([
  [
    'its caller hangs up',
    caller => caller.destroy(),
    ['info', 'The caller hung up before the answer'],
  ],
  ['what we send ends too early', (_, source) => source.destroy(), UNEXPECTED],
  ['what we send fails', (_, source) => source.destroy(new Error('of ours')), UNEXPECTED],
])('an answer that is sent in parts is logged if %s before the first of them', async (...args) => {
  const [, end, expected] = args
  const logged = Promise.withResolvers<unknown[]>()
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line)
    logged.resolve([pino.levels.labels[level], msg])
  }
  const logController = new LogController({ disableRequestLogging: true })
  const loggerInstance = pino({ level: 'silent' }, { write })
  const app = fastify({ loggerInstance, logController })
  onTestFinished(() => app.close())
  app.setErrorHandler(answerError)
  const source = new Readable({ read() {} })
  const sending = Promise.withResolvers<void>()
  app.post('/', { logLevel: 'info' }, (_request, reply) => {
    void reply.send(source)
    sending.resolve()
  })
  const headers = { 'content-type': 'application/json' }
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const caller = request(url, { method: 'POST', headers })
  caller.on('error', () => {}).end('{}')
  await sending.promise
  end(caller, source)
  expect(await logged.promise).toEqual(expected)
})
