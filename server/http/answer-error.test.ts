import fastify from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
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
