import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { BackupError, messageOf } from './backup-description.ts'

/** PostgreSQL's backup manifest: each file except the WAL, which has its own checksums. */
const Manifest = z.object({
  Files: z.array(
    z.object({
      Path: z.string(),
      Size: z.number(),
      'Checksum-Algorithm': z.literal('SHA256'),
      Checksum: z.string(),
    }),
  ),
})

const WAL = 'pg_wal/'

/**
 * Checks that a data folder has exactly the files of the manifest, unchanged.
 *
 * @throws BackupError
 */
export async function checkManifest(manifest: string, data: string): Promise<void> {
  const listed = new Map(readManifest(manifest).map(file => [file.Path, file]))
  const found = new Set(filesBelow(data))
  const differing: string[] = []
  for (const path of found) if (!listed.has(path) && !path.startsWith(WAL)) differing.push(path)
  for (const [path, { Checksum }] of listed) {
    const isSame = found.has(path) && (await digestOf(join(data, path))) === Checksum
    if (!isSame) differing.push(path)
  }
  if (differing.length === 0) return
  throw new BackupError(
    `The backup is damaged: ${differing.length} of ${listed.size} files are missing, changed or not in ` +
      `its list, such as ${differing[0]}. Use another backup.`,
  )
}

function readManifest(file: string) {
  try {
    return Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).Files
  } catch (error) {
    const why = error instanceof z.ZodError ? 'it is not as PostgreSQL writes it' : messageOf(error)
    throw new BackupError(
      `The backup is damaged: ${file} cannot be read (${why}). Use another backup.`,
    )
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
