import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { withUnmigrated } from '../database/database.ts'
import { CLUSTER, hasEmbeddedData } from '../database/embedded/cluster-folder.ts'
import { LOCK_FILES } from '../database/embedded/folder-lock.ts'
import { syncFolder } from '../database/embedded/make-data.ts'
import { BACKUP_FILES, BackupError, describeBackup, messageOf } from './backup-description.ts'
import { type BaseBackup, withBaseBackup } from './base-backup.ts'

/** What is not copied from DATA_DIR: the data itself, its socket and the lock. */
const LEFT_OUT = new Set([CLUSTER, 'postgresql-socket', ...LOCK_FILES])

/**
 * Backs up DATA_DIR into a new folder, while Redial runs on it or while it does not.
 *
 * @returns the size of the database's part in bytes
 * @throws BackupError
 */
export async function createBackup(dataDir: string, backup: string): Promise<number> {
  if (existsSync(backup)) {
    throw new BackupError(`${backup} exists. Name a folder that does not exist yet.`)
  }
  if (!hasEmbeddedData(dataDir)) {
    throw new BackupError(
      `There is no database in ${dataDir}. Set DATA_DIR to the folder that Redial runs on.`,
    )
  }
  if (resolve(backup).startsWith(join(resolve(dataDir), '/'))) {
    throw new BackupError(
      `${backup} is inside of DATA_DIR, and would be lost with it. Name a folder elsewhere.`,
    )
  }
  await mkdir(dirname(resolve(backup)), { recursive: true, mode: 0o700 })
  // Only a complete backup gets the name, and another backup at the same time has a folder of its own.
  const partial = await mkdtemp(`${resolve(backup)}.partial-`)
  try {
    const bytes = await withUnmigrated({ folder: dataDir }, url =>
      writeBackup(dataDir, url, partial),
    )
    await rename(partial, backup).catch(error => {
      throw existsSync(backup)
        ? new BackupError(`${backup} exists: another backup has made it. Name another folder.`)
        : error
    })
    await syncFolder(dirname(resolve(backup)))
    return bytes
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

async function writeBackup(dataDir: string, url: string, folder: string): Promise<number> {
  const description = await describeDatabase(url)
  await keepFiles(dataDir, join(folder, BACKUP_FILES.kept))
  const data = join(folder, BACKUP_FILES.data)
  const manifest = await withBaseBackup(url, backup => writeData(backup, data)).catch(explain)
  await writeSafely(join(folder, BACKUP_FILES.manifest), manifest)
  const text = `${JSON.stringify(description, null, 2)}\n`
  await writeSafely(join(folder, BACKUP_FILES.description), text)
  await syncFolder(folder)
  return (await stat(data)).size
}

/** Compresses little, because Redial runs on the same processors. */
async function writeData({ archive, manifest }: BaseBackup, file: string): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  await pipeline(archive, gzip, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }))
  return manifest
}

async function keepFiles(dataDir: string, into: string): Promise<void> {
  await mkdir(into, { mode: 0o700 })
  for (const name of readdirSync(dataDir)) {
    if (LEFT_OUT.has(name)) continue
    await cp(join(dataDir, name), join(into, name), { recursive: true, preserveTimestamps: true })
  }
}

async function writeSafely(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flag: 'wx', flush: true })
}

const Version = z.object({ server_version: z.string() })
const Migration = z.object({ name: z.string() })
const NO_SUCH_TABLE = '42P01'

async function describeDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { server_version } = Version.parse((await client.query('show server_version')).rows[0])
    const { rows } = await client
      .query('select name from kysely_migration order by name')
      .catch(error => {
        // Redial was stopped before it created its tables.
        if (errorCode(error) === NO_SUCH_TABLE) return { rows: [] }
        throw error
      })
    return describeBackup(
      server_version,
      z
        .array(Migration)
        .parse(rows)
        .map(({ name }) => name),
    )
  } finally {
    await client.end()
  }
}

const NOT_IN_PREREQUISITE_STATE = '55000'
const TOO_MANY_CONNECTIONS = '53300'

function explain(error: unknown): never {
  const code = errorCode(error)
  if (code === NOT_IN_PREREQUISITE_STATE || code === TOO_MANY_CONNECTIONS) {
    throw new BackupError(
      `The database allows no backup now (${messageOf(error)}). If other backups are being made, wait ` +
        'for them. If an earlier version of Redial runs, stop it: the backup can be made without it.',
    )
  }
  throw error
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
