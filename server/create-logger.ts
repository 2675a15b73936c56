import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Env } from './config/env.ts'
import { loggedError } from './http/logged-error.ts'

/** The log on standard output: JSON lines, or lines for people with LOG_FORMAT=pretty. */
export async function createLogger({
  LOG_LEVEL,
  LOG_FORMAT,
}: Pick<Env, 'LOG_LEVEL' | 'LOG_FORMAT'>): Promise<{ logger: FastifyBaseLogger }> {
  const options = { level: LOG_LEVEL, serializers: { err: loggedError } }
  if (LOG_FORMAT === 'json') return { logger: pino(options) }
  const { default: pretty } = await import('pino-pretty')
  const stream = pretty({ ignore: 'pid,hostname', translateTime: 'SYS:standard' })
  return { logger: pino(options, stream) }
}
