import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { CLUSTER, checkDataVersion, makeClusterFolder } from './cluster-folder.ts'
import { DatabaseUnusable } from './database-unusable.ts'
import { findPostgres } from './find-postgres.ts'
import { lockFolder } from './folder-lock.ts'
import { type KeepRunningOptions, keepRunning } from './keep-running.ts'
import { makeData, readPassword, USER } from './make-data.ts'
import { type AccountOptions, choosePostgresAccount } from './postgres-account.ts'
import type { Listening } from './postgres-server.ts'
import { readPostmasterFile, startInPlaceOfLeftOver, stopLeftOver } from './running-postgres.ts'
import { removeShortFolder, whereToListen } from './where-to-listen.ts'

export type EmbeddedPostgres = {
  /** For Redial's connections; the password is in it. */
  url: string
  /** Where its files are, and as which user it runs where that is not Redial's own. */
  folder: string
  otherUser: string | null
  close(): Promise<void>
}

export type EmbeddedOptions = AccountOptions &
  KeepRunningOptions & {
    /** How connections are made. Default: by a socket where the platform has them. */
    listen?: 'socket' | 'loopback'
    /** Settings of PostgreSQL on top of ours. */
    settings?: Record<string, string>
    /** The npm package that PostgreSQL is in. Only tests pass their own. */
    packageName?: string
  }

const DATABASE = 'postgres'

/**
 * Starts the PostgreSQL that comes with Redial on DATA_DIR, after making its data the first time.
 * One that dies is started again until `close`.
 *
 * @throws FolderInUse, FolderUnusable, DatabaseUnusable
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const unlock = lockFolder(dataDir)
  const folder = realpathSync(dataDir)
  const release = async () => {
    await removeShortFolder(folder).finally(unlock)
  }
  try {
    const binaries = await findPostgres(options.packageName)
    checkDataVersion(folder, binaries.version.split('.')[0] ?? '')
    const account = await choosePostgresAccount(binaries, folder, options)
    const cluster = await makeClusterFolder(folder, account, options.systemFolder)
    await stopLeftOver(cluster)
    await removeShortFolder(folder)
    const password = await makeData(folder, cluster, account)
    const listening = await whereToListen(folder, cluster, account, options.listen)
    const { settings, logger } = options
    const server = { cluster, account, listening, settings }
    const start = () => startInPlaceOfLeftOver(server, logger)
    const stop = await keepRunning(start, options)
    return {
      url: urlOf(listening, password),
      folder: cluster,
      otherUser: account.otherUser,
      close: () => stop().finally(release),
    }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * The address of the PostgreSQL that another process of Redial runs on this folder.
 *
 * @throws DatabaseUnusable while that one has not started yet
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
  // A socket's folder has no place in the host of a URL.
  if (host.startsWith('/')) url.searchParams.set('host', host)
  // What isn't given here is taken from variables such as PGSSLMODE and PGOPTIONS, which are meant
  // for another PostgreSQL.
  url.searchParams.set('sslmode', 'disable')
  url.searchParams.set('sslnegotiation', 'postgres')
  url.searchParams.set('client_encoding', 'UTF8')
  url.searchParams.set('options', '-c timezone=UTC')
  return url.href
}
