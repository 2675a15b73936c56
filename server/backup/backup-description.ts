import type { Hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ExplainedError } from '../database/explained-error.ts'
import { MIGRATIONS } from '../database/migrate.ts'

export const BACKUP_FILES = {
  /** Written last: a folder without it is no complete backup. */
  description: 'redial-backup.json',
  /** PostgreSQL's data folder, with the WAL that it needs. */
  data: 'base.tar.gz',
  /** The other files in DATA_DIR: keys and the data of the demo. */
  otherFiles: 'data-dir',
} as const

export const FORMAT = 1

const BackupDescription = z.object({
  format: z.number(),
  made_at: z.string(),
  /** Such as "18.4". */
  postgres: z.string(),
  /** The value of `process.arch`: PostgreSQL's files differ between architectures. */
  architecture: z.string(),
  migrations: z.array(z.string()),
  data_sha256: z.string(),
})

export type BackupDescription = z.infer<typeof BackupDescription>

/** @throws ExplainedError if the folder is no complete backup */
export function readDescription(backup: string): BackupDescription {
  const file = join(backup, BACKUP_FILES.description)
  try {
    return BackupDescription.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? 'it is not as Redial writes it' : messageOf(error)
    throw new ExplainedError(
      `${backup} is not a complete backup: ${file} cannot be read (${why}). Use another backup.`,
    )
  }
}

/** @throws ExplainedError if this version of Redial, on this machine, cannot use the backup */
export function checkDescription(description: BackupDescription, postgresMajor: string): void {
  const { format, postgres, architecture, migrations } = description
  const unknown = migrations.filter(name => !(name in MIGRATIONS))
  if (format !== FORMAT || unknown.length > 0) {
    throw new ExplainedError(
      'A newer Redial made this backup ' +
        `(${unknown.length > 0 ? `its database has ${unknown.join(', ')}` : `format ${format}`}). ` +
        'Install that version or a newer one, then restore.',
    )
  }
  const major = postgres.split('.')[0]
  if (major !== postgresMajor) {
    throw new ExplainedError(
      `This backup is of PostgreSQL ${major}, and this Redial contains PostgreSQL ${postgresMajor}. ` +
        'Restore it with the Redial that made it.',
    )
  }
  if (architecture !== process.arch) {
    throw new ExplainedError(
      `This backup was made on ${architecture}, and this machine is ${process.arch}. ` +
        'PostgreSQL’s files are not the same there: restore it on a machine of the same architecture.',
    )
  }
}

/** A step of a pipeline that adds everything to the hash and passes it on. */
export function hashing(hash: Hash) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
