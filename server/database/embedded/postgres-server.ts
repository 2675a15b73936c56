import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { DatabaseUnusable } from './folder-lock.ts'
import { freePort } from './free-port.ts'
import type { PostgresAccount } from './postgres-account.ts'
import { spawnBelow } from './spawn-below.ts'

/** Where PostgreSQL listens: in the folder of its socket, or on loopback if there are no sockets. */
export type Listening = { host: string; port: number }

/**
 * Settings for one small site. Commits are durable, which is the default. The log contains no
 * statement and no row, because these hold phone numbers.
 */
const SETTINGS = {
  max_connections: '40',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  jit: 'off',
  // PostgreSQL's default would search a million events in one process (docs/decisions/0061).
  parallel_tuple_cost: '0.01',
  // This also ends what Redial abandoned after its own limit. Windows has no such check and refuses it.
  ...(process.platform !== 'win32' && { client_connection_check_interval: '5s' }),
  // A process that tries to use huge pages is killed in a container that has them and may not use them.
  huge_pages: 'off',
  // Fewer processes: one disk gains little from separate readers.
  io_method: 'sync',
  // A backup while Redial runs needs these (docs/decisions/0026).
  wal_level: 'replica',
  max_wal_senders: '2',
  max_logical_replication_workers: '0',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  lc_messages: 'C',
  unix_socket_permissions: '0700',
}

const LAST_LINES = 20

/**
 * Each connection that comes too early gets a line, which would push out what matters. A PANIC
 * includes the statement, whose later lines begin with a tab.
 */
const LEFT_OUT = /FATAL: {2}the database system is|(DETAIL|STATEMENT): |^\t/

export type ServerOptions = {
  cluster: string
  account: PostgresAccount
  listening: Listening
  settings?: Record<string, string>
  /** The result of `stopLeftOver`. */
  stalePid?: number | null
  onSpawn?: () => void
}

/** A running PostgreSQL, a child of this process. */
export class PostgresServer {
  readonly #process: ChildProcess
  readonly #lastLines: string[] = []
  /** Resolves when the process and all processes that it started have ended. */
  readonly gone: Promise<void>

  private constructor(process: ChildProcess) {
    this.#process = process
    // The pipe of its messages closes with the last of its processes. Before that, another PostgreSQL
    // would refuse to start on the data.
    this.gone = once(process, 'close').then(() => {})
    this.gone.catch(() => {})
  }

  /**
   * Starts PostgreSQL and waits until it accepts connections; after a crash, until it has recovered.
   *
   * @throws DatabaseUnusable with PostgreSQL's output, if it stops first
   */
  static async start(options: ServerOptions): Promise<PostgresServer> {
    const { cluster, account, stalePid, onSpawn } = options
    const command = [
      join(account.binaries, 'bin/postgres'),
      '-D',
      join(cluster, 'data'),
      ...Object.entries(settingsOf(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const child = spawnBelow(command, account, {
      cwd: cluster,
      whenRedialEnds: 'interrupt',
      // PostgreSQL refuses to start while the process named in postmaster.pid runs, unless it is
      // itself.
      // That id may belong to any program by now: in a container the same few ids are used again.
      env: stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {},
    })
    const server = new PostgresServer(child)
    onSpawn?.()
    await server.#ready(child.stderr)
    return server
  }

  /** Closes its connections, writes what is left, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#process.kill('SIGINT')
    await this.gone
  }

  /** How it ended, and its last output, on one line. */
  lastOutput(): string {
    const { exitCode, signalCode } = this.#process
    const end = signalCode === null ? `exit code ${exitCode}` : `ended by ${signalCode}`
    return [`${end}.`, ...this.#lastLines].join(' ')
  }

  async #ready(stderr: Readable | null): Promise<void> {
    if (stderr === null) throw new Error('PostgreSQL was started without a pipe for its messages')
    const ready = Promise.withResolvers<void>()
    createInterface({ input: stderr }).on('line', line => {
      if (!LEFT_OUT.test(line)) this.#lastLines.push(line)
      if (this.#lastLines.length > LAST_LINES) this.#lastLines.shift()
      if (line.includes('ready to accept connections')) ready.resolve()
    })
    const stopped = this.gone.then(() => this.#failedToStart())
    await Promise.race([ready.promise, stopped])
    stopped.catch(() => {})
  }

  #failedToStart(): never {
    throw new DatabaseUnusable(`PostgreSQL did not start: ${this.lastOutput()}`)
  }
}

function settingsOf({ listening: { host, port }, settings }: ServerOptions) {
  const isSocket = host.startsWith('/')
  return {
    ...SETTINGS,
    listen_addresses: isSocket ? '' : host,
    // The value is a list, so a path with a comma needs quotes.
    unix_socket_directories: isSocket ? `"${host.replaceAll('"', '""')}"` : '',
    port: String(port),
    ...settings,
  }
}

const SOCKET_PORT = 5432

/** The shortest limit of the systems that Redial supports; Linux allows 107. */
const MAX_SOCKET_PATH_BYTES = 103

/** The folder for the socket, which is the data's own. If its path is too long, and on Windows, loopback. */
export async function whereToListen(
  cluster: string,
  listen = process.platform === 'win32' ? 'loopback' : 'socket',
): Promise<Listening> {
  const path = join(cluster, `.s.PGSQL.${SOCKET_PORT}`)
  if (listen === 'socket' && Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) {
    return { host: cluster, port: SOCKET_PORT }
  }
  return { host: '127.0.0.1', port: await freePort() }
}
