import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { PostgresServer } from './postgres-server.ts'

const RESTART_AFTER_MS = 1_000

export type KeepRunningOptions = {
  logger?: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** How long to wait before a PostgreSQL that died is restarted. */
  restartAfterMs?: number
}

/** Starts the server, and restarts it whenever it dies. Returns a function that stops it for good. */
export async function keepRunning(
  start: () => Promise<PostgresServer>,
  { logger, restartAfterMs = RESTART_AFTER_MS }: KeepRunningOptions,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let server = await start()
  const watch = async () => {
    for (;;) {
      await server.gone
      if (stopping.signal.aborted) return
      logger?.error(`PostgreSQL stopped and is started again: ${server.lastOutput()}`)
      server = await startAgain()
      if (stopping.signal.aborted) return server.stop()
    }
  }
  const startAgain = async () => {
    for (;;) {
      await sleep(restartAfterMs, undefined, { signal: stopping.signal })
      try {
        return await start()
      } catch (error) {
        logger?.error(error, 'PostgreSQL could not be started again')
      }
    }
  }
  // The stop interrupts the pause.
  const watching = watch().catch(() => {})
  return async () => {
    stopping.abort()
    await server.stop()
    await watching
  }
}
