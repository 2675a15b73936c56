import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { chown, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { CLUSTER, checkDataVersion, makeClusterFolder } from './cluster-folder.ts'
import { DatabaseUnusable } from './database-unusable.ts'
import { findPostgres } from './find-postgres.ts'
import { lockFolder } from './folder-lock.ts'
import {
  type AccountOptions,
  choosePostgresAccount,
  type PostgresAccount,
} from './postgres-account.ts'
import { type Listening, PostgresServer } from './postgres-server.ts'
import { readPostmasterFile, SHORT_SOCKET_FOLDER, stopLeftOver } from './running-postgres.ts'

export type EmbeddedPostgres = {
  /** For Redial's connections; the password is in it. */
  url: string
  /** Where its files are, and as which user it runs where that is not Redial's own. */
  folder: string
  otherUser: string | null
  close(): Promise<void>
}

export type EmbeddedOptions = AccountOptions & {
  logger?: Pick<FastifyBaseLogger, 'error'>
  /** How connections are made. Default: by a socket where the platform has them. */
  listen?: 'socket' | 'loopback'
  /** Settings of PostgreSQL on top of ours. */
  settings?: Record<string, string>
  /** How long to wait before a PostgreSQL that died is started again. */
  restartAfterMs?: number
}

const USER = 'redial'
const DATABASE = 'postgres'
const PASSWORD_FILE = 'postgresql-password'
const SOCKET_PORT = 5432
const RESTART_AFTER_MS = 1_000

/** The shortest limit of the systems that we run on; Linux takes 107. */
const LONGEST_SOCKET_PATH = 103

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
  try {
    const folder = realpathSync(dataDir)
    const binaries = await findPostgres()
    checkDataVersion(folder, binaries.version.split('.')[0] ?? '')
    const account = await choosePostgresAccount(binaries, folder, options)
    const cluster = await makeClusterFolder(folder, account, options.systemFolder)
    await stopLeftOver(cluster)
    const password = await makeData(folder, cluster, account)
    const listening = await whereToListen(cluster, account, options.listen)
    const start = () => PostgresServer.start(cluster, account, listening, options.settings)
    const stop = await keepRunning(start, options)
    return {
      url: urlOf(listening, password),
      folder: cluster,
      otherUser: account.otherUser,
      async close() {
        await stop()
        if (listening.host.startsWith('/') && listening.host !== cluster) {
          await rm(listening.host, { recursive: true, force: true })
        }
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * The address of the PostgreSQL that another process of Redial runs on this folder.
 *
 * @throws DatabaseUnusable when that one has not started yet
 */
export function urlOfRunningPostgres(dataDir: string): string {
  const folder = realpathSync(dataDir)
  const cluster = join(folder, CLUSTER)
  const running = existsSync(cluster) ? readPostmasterFile(realpathSync(cluster)) : null
  if (running === null) {
    throw new DatabaseUnusable(
      `Redial is just starting or stopping on the data folder ${dataDir}. Try again in a moment.`,
    )
  }
  return urlOf(running, readFileSync(join(folder, PASSWORD_FILE), 'utf8'))
}

function urlOf({ host, port }: Listening, password: string): string {
  const url = new URL(`postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`)
  // A socket's folder has no place in the host of a URL.
  if (host.startsWith('/')) url.searchParams.set('host', host)
  return url.href
}

/** @returns the password of the database's user, made with the data */
async function makeData(
  folder: string,
  cluster: string,
  account: PostgresAccount,
): Promise<string> {
  const passwordFile = join(folder, PASSWORD_FILE)
  if (existsSync(join(cluster, 'data'))) return readFileSync(passwordFile, 'utf8')
  const password = randomBytes(32).toString('hex')
  // A start that was cut off leaves no half of a database under the real name.
  const partial = join(cluster, 'data.new')
  const given = join(cluster, 'password')
  await rm(partial, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  await writeFile(given, password, { mode: 0o600 })
  if (account.owner !== null) await chown(given, account.owner.uid, account.owner.gid)
  await initialise(partial, given, account)
  await rm(given)
  await rename(partial, join(cluster, 'data'))
  return password
}

async function initialise(data: string, passwordFile: string, account: PostgresAccount) {
  const [file = '', ...words] = [
    ...account.prefix,
    join(account.binaries, 'bin/initdb'),
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same order of texts on every platform.
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(file, words, { ...account.ids, cwd: '/' })
  } catch (error) {
    const { stderr } = Object.assign({ stderr: '' }, error)
    throw new DatabaseUnusable(
      `The database could not be made in ${data}. PostgreSQL's initdb said: ${oneLine(stderr || String(error))}`,
    )
  }
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}

async function whereToListen(
  cluster: string,
  account: PostgresAccount,
  listen = process.platform === 'win32' ? 'loopback' : 'socket',
): Promise<Listening> {
  if (listen === 'loopback') return { host: '127.0.0.1', port: await freePort() }
  const isShort = Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH
  if (isShort) return { host: cluster, port: SOCKET_PORT }
  const folder = await mkdtemp(join(tmpdir(), SHORT_SOCKET_FOLDER))
  if (account.owner !== null) await chown(folder, account.owner.uid, account.owner.gid)
  return { host: folder, port: SOCKET_PORT }
}

/** A port of loopback that nothing listens on at the moment. */
async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() =>
      address !== null && typeof address === 'object'
        ? resolve(address.port)
        : reject(new Error('No free port on loopback')),
    )
  })
  return promise
}

/** Starts the server, and again whenever it dies. Returns what stops it for good. */
async function keepRunning(
  start: () => Promise<PostgresServer>,
  { logger, restartAfterMs = RESTART_AFTER_MS }: EmbeddedOptions,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let server = await start()
  const watch = async () => {
    for (;;) {
      await server.exited
      if (stopping.signal.aborted) return
      logger?.error(`PostgreSQL stopped and is started again. It said: ${server.lastWords()}`)
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
  const watching = watch().catch(() => {})
  return async () => {
    stopping.abort()
    await server.stop()
    await watching
  }
}
