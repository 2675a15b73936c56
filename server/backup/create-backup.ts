import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { withPostgres } from '../database/database.ts'
import { CLUSTER, hasEmbeddedData, syncFolder } from '../database/embedded/cluster-folder.ts'
import { LOCK_FILE, LOCK_FILES, lockFolder } from '../database/embedded/folder-lock.ts'
import { ExplainedError } from '../database/explained-error.ts'
import {
  BACKUP_FILES,
  type BackupDescription,
  FORMAT,
  hashing,
  messageOf,
} from './backup-description.ts'

/** What is not copied from DATA_DIR: the data itself and the lock. */
const LEFT_OUT = new Set([CLUSTER, ...LOCK_FILES])

/**
 * Backs up DATA_DIR into a new folder, whether or not Redial runs on it. A failed
 * backup leaves nothing behind.
 *
 * @param signal ends it early
 * @returns the size of the database's part in bytes
 * @throws ExplainedError
 */
export async function createBackup(
  dataDir: string,
  backup: string,
  signal?: AbortSignal,
): Promise<number> {
  if (existsSync(backup)) {
    throw new ExplainedError(`${backup} exists. Name a folder that does not exist yet.`)
  }
  if (!hasEmbeddedData(dataDir)) {
    throw new ExplainedError(
      `There is no database in ${dataDir}. Set DATA_DIR to the folder that Redial runs on.`,
    )
  }
  if (resolve(backup).startsWith(join(resolve(dataDir), '/'))) {
    throw new ExplainedError(
      `${backup} is inside of DATA_DIR, and would be lost with it. Name a folder elsewhere.`,
    )
  }
  await mkdir(dirname(resolve(backup)), { recursive: true, mode: 0o700 })
  // Only a complete backup gets the name, and another backup at the same time has a folder of its own.
  const partial = await mkdtemp(`${resolve(backup)}${PARTIAL}`)
  const unlock = lockFolder(partial)
  try {
    const bytes = await withPostgres({ folder: dataDir }, url =>
      writeBackup(dataDir, url, partial, signal),
    )
    signal?.throwIfAborted()
    await removeAbandoned(dirname(partial))
    unlock()
    for (const name of LOCK_FILES) await rm(join(partial, name), { force: true })
    await rename(partial, backup).catch(error => {
      throw existsSync(backup)
        ? new ExplainedError(`${backup} exists: another backup has made it. Name another folder.`)
        : error
    })
    await syncFolder(dirname(resolve(backup)))
    return bytes
  } catch (error) {
    unlock()
    await rm(partial, { recursive: true, force: true })
    signal?.throwIfAborted()
    throw error
  }
}

/** What follows a backup's name in the name of the folder that it is written to. */
const PARTIAL = '.partial-'

/** Removes partial backups next to this one whose processes were killed, so that nobody holds their locks. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter(name => name.includes(PARTIAL))) {
    const folder = join(parent, name)
    if (!existsSync(join(folder, LOCK_FILE))) continue
    try {
      const unlock = lockFolder(folder)
      await rm(folder, { recursive: true, force: true })
      unlock()
    } catch (error) {
      if (!(error instanceof ExplainedError)) throw error
    }
  }
}

async function writeBackup(
  dataDir: string,
  url: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const description = await describeDatabase(url)
  await keepFiles(dataDir, join(folder, BACKUP_FILES.otherFiles))
  const data = join(folder, BACKUP_FILES.data)
  const data_sha256 = await withBaseBackup(url, archive => writeData(archive, data, signal)).catch(
    explain,
  )
  const text = `${JSON.stringify({ ...description, data_sha256 }, null, 2)}\n`
  const options = { mode: 0o600, flag: 'wx', flush: true }
  await writeFile(join(folder, BACKUP_FILES.description), text, options)
  await syncFolder(folder)
  return (await stat(data)).size
}

/**
 * Compresses little, because Redial runs on the same processors.
 *
 * @returns the SHA-256 of the file in hex
 */
async function writeData(
  archive: Readable,
  file: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const hash = createHash('sha256')
  const into = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(archive, gzip, hashing(hash), into, { signal })
  return hash.digest('hex')
}

async function keepFiles(dataDir: string, into: string): Promise<void> {
  await mkdir(into, { mode: 0o700 })
  for (const name of readdirSync(dataDir)) {
    if (LEFT_OUT.has(name)) continue
    await cp(join(dataDir, name), join(into, name), { recursive: true, preserveTimestamps: true })
  }
}

const Version = z.object({ server_version: z.string() })
const Migration = z.object({ name: z.string() })
const NO_SUCH_TABLE = '42P01'

/** All but the data, which is written later. */
async function describeDatabase(url: string): Promise<Omit<BackupDescription, 'data_sha256'>> {
  return withClient(url, async client => {
    const { server_version } = Version.parse((await client.query('show server_version')).rows[0])
    const { rows } = await client
      .query('select name from kysely_migration order by name')
      .catch(error => {
        // Redial was stopped before it created its tables.
        if (errorCode(error) === NO_SUCH_TABLE) return { rows: [] }
        throw error
      })
    const migrations = z.array(Migration).parse(rows)
    return {
      format: FORMAT,
      made_at: new Date().toISOString(),
      postgres: server_version,
      architecture: process.arch,
      migrations: migrations.map(({ name }) => name),
    }
  })
}

const NOT_IN_PREREQUISITE_STATE = '55000'
const TOO_MANY_CONNECTIONS = '53300'

function explain(error: unknown): never {
  const code = errorCode(error)
  if (code === NOT_IN_PREREQUISITE_STATE || code === TOO_MANY_CONNECTIONS) {
    throw new ExplainedError(
      `The database allows no backup now (${messageOf(error)}). If other backups are being made, wait ` +
        'for them. If an earlier version of Redial runs, stop it: the backup can be made without it.',
    )
  }
  throw error
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Waits for nothing: the checkpoint before the backup is made at once. */
const BASE_BACKUP = `BASE_BACKUP (
  LABEL 'redial', CHECKPOINT 'fast', WAL true, MANIFEST 'no'
)`

/**
 * Keeps the WAL since the start of the backup until its end. PostgreSQL removes the slot with the
 * connection.
 */
const KEEP_WAL = 'CREATE_REPLICATION_SLOT redial_backup_PID TEMPORARY PHYSICAL (RESERVE_WAL)'

/**
 * PostgreSQL's own online backup, over its replication protocol: what pg_basebackup does, which the
 * npm package of PostgreSQL does not contain.
 */
async function withBaseBackup<Result>(
  url: string,
  work: (archive: Readable) => Promise<Result>,
): Promise<Result> {
  const address = new URL(url)
  address.searchParams.set('replication', 'true')
  return withClient(address.href, async client => {
    await client.query(KEEP_WAL.replace('PID', String(process.pid)))
    return work(client.query(new BaseBackupQuery()).archive)
  })
}

export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  // The error of a connection that breaks also ends the query.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

/** The parts of the copy stream, by their first byte. */
const PART = { archive: 0x6e, data: 0x64 }

/** A query in pg's sense: pg calls these methods with the messages that answer it. */
class BaseBackupQuery implements pg.Submittable {
  /** The data folder as a tar archive. It ends or fails with the backup. */
  readonly archive = new PassThrough()
  #archives = 0

  submit(connection: pg.Connection): void {
    connection.query(BASE_BACKUP)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    const [part] = chunk
    if (part === PART.archive && this.#archives++ > 0) {
      // The embedded PostgreSQL has no tablespaces.
      this.handleError(
        new Error('The database has tablespaces of its own, which are not backed up'),
      )
    }
    if (part !== PART.data) return
    // pg uses the memory of a message again. And one chunk of the connection may hold many messages,
    // which all come before the pause.
    if (this.archive.write(Buffer.from(chunk.subarray(1))) || stream.isPaused()) return
    stream.pause()
    this.archive.once('drain', () => stream.resume())
  }

  handleError(error: Error): void {
    this.archive.destroy(error)
  }

  handleReadyForQuery(): void {
    this.archive.end()
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}
