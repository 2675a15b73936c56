import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  CLUSTER,
  checkDataVersion,
  makeClusterFolder,
  makeData,
  readPassword,
  USER,
} from './cluster-folder.ts'
import { DatabaseUnusable, lockFolder } from './folder-lock.ts'
import { type AccountOptions, choosePostgresAccount, findPostgres } from './postgres-account.ts'
import type { Listening, PostgresServer } from './postgres-server.ts'
import { whereToListen } from './postgres-server.ts'
import { readPostmasterFile, startInPlaceOfLeftOver } from './running-postgres.ts'

const RESTART_AFTER_MS = 1_000

type KeepRunningOptions = {
  logger?: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** How long to wait before a PostgreSQL that died is restarted. */
  restartAfterMs?: number
}

export type EmbeddedPostgres = {
  /** Redial's connections use it. It contains the password. */
  url: string
  /** Where its files are, and the user that it runs as if that is not Redial's own. */
  folder: string
  otherUser: string | null
  close(): Promise<void>
}

export type EmbeddedOptions = AccountOptions &
  KeepRunningOptions & {
    /** How connections are made. Default: through a socket on platforms that have them. */
    listen?: 'socket' | 'loopback'
    /** PostgreSQL settings in addition to ours. */
    settings?: Record<string, string>
    /** Called when PostgreSQL's process runs, long before it accepts connections. */
    onSpawn?: () => void
    /** The npm package that contains PostgreSQL. Only tests pass their own. */
    packageName?: string
  }

const DATABASE = 'postgres'

/**
 * Starts the PostgreSQL that comes with Redial on DATA_DIR, and creates its data the first time.
 * If it dies, it is restarted until `close`.
 *
 * @throws FolderInUse, FolderUnusable, DatabaseUnusable
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const unlock = lockFolder(dataDir)
  const folder = realpathSync(dataDir)
  try {
    const binaries = await findPostgres(options.packageName)
    checkDataVersion(folder, binaries.version.split('.')[0] ?? '')
    const account = await choosePostgresAccount(binaries, folder, options)
    const cluster = await makeClusterFolder(folder, account, options.systemFolder)
    const password = await makeData(folder, cluster, account)
    const listening = await whereToListen(cluster, options.listen)
    const { settings, logger, onSpawn } = options
    const server = { cluster, account, listening, settings, onSpawn }
    const start = () => startInPlaceOfLeftOver(server, logger)
    const stop = await keepRunning(start, options)
    return {
      url: urlOf(listening, password),
      folder: cluster,
      otherUser: account.otherUser,
      close: () => stop().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * The address of the PostgreSQL that another process of Redial runs on this folder.
 *
 * @throws DatabaseUnusable while that process has not started it yet
 */
export function urlOfRunningPostgres(dataDir: string): string {
  const folder = realpathSync(dataDir)
  const cluster = join(folder, CLUSTER)
  const running = existsSync(cluster) ? readPostmasterFile(realpathSync(cluster)) : null
  if (!running?.isReady) {
    throw new DatabaseUnusable(
      `Redial is just starting or stopping on the data folder ${dataDir}. Try again in a moment.`,
    )
  }
  return urlOf(running, readPassword(folder))
}

function urlOf({ host, port }: Listening, password: string): string {
  const url = new URL(`postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`)
  // The host of a URL can't contain a socket's folder.
  if (host.startsWith('/')) url.searchParams.set('host', host)
  // Anything that isn't set here would come from variables such as PGSSLMODE and PGOPTIONS, which are
  // meant for another PostgreSQL.
  url.searchParams.set('sslmode', 'disable')
  url.searchParams.set('sslnegotiation', 'postgres')
  url.searchParams.set('client_encoding', 'UTF8')
  url.searchParams.set('options', '-c timezone=UTC')
  return url.href
}

/** Starts the server, and restarts it whenever it dies. Returns a function that stops it for good. */
async function keepRunning(
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
