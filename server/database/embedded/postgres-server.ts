import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { DatabaseUnusable } from './database-unusable.ts'
import type { PostgresAccount } from './postgres-account.ts'

/** Where PostgreSQL listens: the folder of its socket, or loopback where there are no sockets. */
export type Listening = { host: string; port: number }

/**
 * Settings for one small site. Commits are durable, as by default. Nothing of a statement or a row
 * is logged: they hold phone numbers.
 */
const SETTINGS = {
  max_connections: '40',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  jit: 'off',
  // Fewer processes: nothing replicates, and one disk gains little from readers of its own.
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
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
 * Ends PostgreSQL when Redial is gone, however it ended: the pipe then closes. It is started
 * through a second subshell so that PostgreSQL, whose process this becomes, has no unknown child.
 */
const END_WITH_PARENT = `
  ( ( read -r _; kill -INT $$ ) <&3 2>/dev/null & ) ; exec "$@" 3<&-
`

/** A running PostgreSQL, a child of this process. */
export class PostgresServer {
  readonly #process: ChildProcess
  readonly #lastLines: string[] = []
  /** Resolves with the exit code once the process is gone. */
  readonly exited: Promise<number | null>

  private constructor(process: ChildProcess) {
    this.#process = process
    this.exited = once(process, 'exit').then(([code]) => {
      // Otherwise the pipe would keep this process from ending.
      process.stdio[3]?.destroy()
      return code
    })
    this.exited.catch(() => {})
  }

  /**
   * Starts PostgreSQL and waits until it takes connections, after a crash until it has recovered.
   *
   * @throws DatabaseUnusable with what PostgreSQL printed, when it stops first
   */
  static async start(
    cluster: string,
    account: PostgresAccount,
    { host, port }: Listening,
    more: Record<string, string> = {},
  ): Promise<PostgresServer> {
    const isSocket = host.startsWith('/')
    const settings = {
      ...SETTINGS,
      listen_addresses: isSocket ? '' : host,
      unix_socket_directories: isSocket ? host : '',
      port: String(port),
      ...more,
    }
    const command = [
      ...account.prefix,
      join(account.binaries, 'bin/postgres'),
      '-D',
      join(cluster, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const words =
      process.platform === 'win32' ? command : ['/bin/sh', '-c', END_WITH_PARENT, 'sh', ...command]
    const [file = '', ...rest] = words
    const child = spawn(file, rest, {
      ...account.ids,
      cwd: cluster,
      // Ctrl+C in a terminal reaches the whole group: Redial decides when PostgreSQL stops.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    // The pipe breaks when PostgreSQL goes first.
    child.stdio[3]?.on('error', () => {})
    const server = new PostgresServer(child)
    await server.#ready(child.stderr)
    return server
  }

  /** Closes its connections, writes what is left, and resolves once it is gone. */
  async stop(): Promise<void> {
    this.#process.kill('SIGINT')
    await this.exited
  }

  /** What PostgreSQL printed last, in one line. */
  lastWords(): string {
    return this.#lastLines.join(' ') || 'it printed nothing'
  }

  async #ready(stderr: Readable | null): Promise<void> {
    if (stderr === null) throw new Error('PostgreSQL was started without a pipe for its messages')
    const ready = Promise.withResolvers<void>()
    createInterface({ input: stderr }).on('line', line => {
      this.#lastLines.push(line)
      if (this.#lastLines.length > LAST_LINES) this.#lastLines.shift()
      if (line.includes('ready to accept connections')) ready.resolve()
    })
    const stopped = this.exited.then(() => once(stderr, 'close')).then(() => this.#failedToStart())
    await Promise.race([ready.promise, stopped])
    stopped.catch(() => {})
  }

  #failedToStart(): never {
    throw new DatabaseUnusable(`PostgreSQL did not start. It said: ${this.lastWords()}`)
  }
}
