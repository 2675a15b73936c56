import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'

/** Waits for nothing: the checkpoint before the backup is made at once. */
const BASE_BACKUP = `BASE_BACKUP (
  LABEL 'redial', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'
)`

/**
 * Keeps the WAL since the start of the backup until its end. PostgreSQL removes the slot with the
 * connection.
 */
const KEEP_WAL = 'CREATE_REPLICATION_SLOT redial_backup_PID TEMPORARY PHYSICAL (RESERVE_WAL)'

export type BaseBackup = {
  /** The data folder as a tar archive. */
  archive: Readable
  /** Resolves with the manifest at the end of the backup; rejects if it failed. */
  manifest: Promise<Buffer>
}

/**
 * PostgreSQL's own online backup, over its replication protocol: what pg_basebackup does, which the
 * npm package of PostgreSQL does not contain.
 */
export async function withBaseBackup<T>(
  url: string,
  work: (backup: BaseBackup) => Promise<T>,
): Promise<T> {
  const address = new URL(url)
  address.searchParams.set('replication', 'true')
  const client = new pg.Client({ connectionString: address.href })
  // The error of a connection that breaks also ends the query.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(KEEP_WAL.replace('PID', String(process.pid)))
    return await work(client.query(new BaseBackupQuery()))
  } finally {
    await client.end()
  }
}

/** The parts of the copy stream, by their first byte. */
const PART = { archive: 0x6e, data: 0x64, manifest: 0x6d }

/** A query in pg's sense: pg calls these methods with the messages that answer it. */
class BaseBackupQuery implements pg.Submittable, BaseBackup {
  readonly archive = new PassThrough()
  readonly manifest: Promise<Buffer>
  readonly #done = Promise.withResolvers<Buffer>()
  readonly #manifest: Buffer[] = []
  #archives = 0
  #isInManifest = false
  #error: Error | null = null

  constructor() {
    this.manifest = this.#done.promise
    // Whoever reads the archive gets the same error.
    this.manifest.catch(() => {})
  }

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
    if (part === PART.manifest) this.#isInManifest = true
    if (part !== PART.data) return
    // pg uses the memory of a message again.
    const data = Buffer.from(chunk.subarray(1))
    if (this.#isInManifest) {
      this.#manifest.push(data)
      return
    }
    // One chunk of the connection may hold many messages, which all come before the pause.
    if (this.archive.write(data) || stream.isPaused()) return
    stream.pause()
    this.archive.once('drain', () => stream.resume())
  }

  handleError(error: Error): void {
    this.#error ??= error
    this.archive.destroy(this.#error)
    this.#done.reject(this.#error)
  }

  handleReadyForQuery(): void {
    if (this.#error !== null) return
    this.archive.end()
    this.#done.resolve(Buffer.concat(this.#manifest))
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}
