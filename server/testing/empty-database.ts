import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { execute } from './postgres.ts'

/** The URL of a new database without tables. The end of the test drops it. */
export async function createEmptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await execute(server, `create database ${name}`)
  onTestFinished(() => execute(server, `drop database ${name} with (force)`))
  return `${server}${name}`
}
