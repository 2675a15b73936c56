import { createHash } from 'node:crypto'
import { createReadStream, existsSync, lstatSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, readlink, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Unpack } from 'tar'
import { withPostgres } from '../database/database.ts'
import {
  CLUSTER,
  giveTo,
  makeClusterFolder,
  PARTIAL,
  PASSWORD_FILE,
  syncFolder,
} from '../database/embedded/cluster-folder.ts'
import { LOCK_FILES, lockFolder } from '../database/embedded/folder-lock.ts'
import {
  choosePostgresAccount,
  findPostgres,
  type PostgresBinaries,
} from '../database/embedded/postgres-account.ts'
import { ExplainedError } from '../database/explained-error.ts'
import {
  BACKUP_FILES,
  checkDescription,
  hashing,
  messageOf,
  readDescription,
} from './backup-description.ts'
import { withClient } from './create-backup.ts'

const SKIPPED_IDS = 1_000_000

/**
 * Restores a backup into an empty DATA_DIR. Nothing is there if it fails.
 *
 * @param signal ends it early
 * @returns when the backup was made
 * @throws ExplainedError, FolderInUse, FolderUnusable, DatabaseUnusable
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  signal?: AbortSignal,
): Promise<string> {
  const description = readDescription(backup)
  const isNew = !existsSync(dataDir)
  const unlock = lockFolder(dataDir)
  let isEmpty = false
  try {
    try {
      mustBeEmpty(dataDir)
      isEmpty = true
      const binaries = await findPostgres()
      const postgresMajor = binaries.version.split('.')[0] ?? ''
      checkDescription(description, postgresMajor)
      await restoreFiles(backup, { dataDir, sha256: description.data_sha256, signal }, binaries)
    } finally {
      unlock()
    }
    // This also checks that PostgreSQL can open the restored data.
    await withPostgres({ folder: dataDir }, forgetWhatCameLater)
    signal?.throwIfAborted()
  } catch (error) {
    if (isEmpty) await removeAll(dataDir, { isNew })
    signal?.throwIfAborted()
    throw error
  }
  return description.made_at
}

async function restoreFiles(
  backup: string,
  { dataDir, sha256, signal }: { dataDir: string; sha256: string; signal: AbortSignal | undefined },
  binaries: PostgresBinaries,
) {
  const account = await choosePostgresAccount(binaries, dataDir)
  const cluster = await makeClusterFolder(dataDir, account)
  const partial = await mkdtemp(join(cluster, `${PARTIAL}-`))
  await unpack(join(backup, BACKUP_FILES.data), { sha256, signal }, partial)
  if (account.owner !== null) await giveTo(partial, account.owner)
  await restoreKept(join(backup, BACKUP_FILES.otherFiles), dataDir)
  await rename(partial, join(cluster, 'data'))
  await syncFolder(cluster)
  await syncFolder(dataDir)
}

/**
 * Receivers know events by their ids, so ids that may have been given out after the backup are skipped. And
 * a session that has ended since must not begin again.
 */
async function forgetWhatCameLater(url: string): Promise<void> {
  const statement = `do $$ begin
    if to_regclass('failed_event_id_seq') is not null then
      perform setval('failed_event_id_seq', nextval('failed_event_id_seq') + ${SKIPPED_IDS});
    end if;
    if to_regclass('session') is not null then delete from session; end if;
  end $$`
  await withClient(url, client => client.query(statement))
}

/** The files of the folder's lock are there in any case. */
function mustBeEmpty(dataDir: string): void {
  const names = readdirSync(dataDir).filter(name => !LOCK_FILES.includes(name))
  if (names.length === 0) return
  throw new ExplainedError(
    `${dataDir} is not empty: it has ${names.slice(0, 3).join(', ')}. A restore overwrites nothing. ` +
      'Set DATA_DIR to a new folder, or move this one away.',
  )
}

/** @throws ExplainedError if the archive is cut off, changed, or that of another backup */
async function unpack(
  archive: string,
  { sha256, signal }: { sha256: string; signal: AbortSignal | undefined },
  into: string,
): Promise<void> {
  // Links would lead out of the folder, and the archive has none.
  const filter = (_path: string, entry: object) =>
    'type' in entry && (entry.type === 'File' || entry.type === 'Directory')
  const unpacked = new Unpack({
    cwd: into,
    strict: true,
    preserveOwner: false,
    umask: 0o077,
    filter,
  })
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(archive), hashing(hash), createGunzip(), unpacked, { signal })
  } catch (error) {
    throw new ExplainedError(
      `The backup is damaged: ${archive} cannot be read (${messageOf(error)}). Use another backup.`,
    )
  }
  if (hash.digest('hex') === sha256) return
  throw new ExplainedError(
    `The backup is damaged: ${archive} is not the archive that ${BACKUP_FILES.description} describes. ` +
      'Use another backup.',
  )
}

async function restoreKept(folder: string, dataDir: string): Promise<void> {
  if (!existsSync(join(folder, PASSWORD_FILE))) {
    throw new ExplainedError(
      `The backup is damaged: ${join(folder, PASSWORD_FILE)} is missing. Use another backup.`,
    )
  }
  for (const name of readdirSync(folder)) {
    await cp(join(folder, name), join(dataDir, name), { recursive: true, preserveTimestamps: true })
  }
}

/** Also the files of its lock, and the folder itself if the restore has made it. */
async function removeAll(dataDir: string, { isNew }: { isNew: boolean }): Promise<void> {
  const cluster = join(dataDir, CLUSTER)
  const isLink = lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (isLink) await rm(await readlink(cluster), { recursive: true, force: true })
  for (const name of readdirSync(dataDir)) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
  if (isNew) await rmdir(dataDir)
}
