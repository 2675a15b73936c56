import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseUnusable } from './database-unusable.ts'
import type { PostgresAccount } from './postgres-account.ts'
import { spawnBelow } from './spawn-below.ts'

/** The only user of the embedded PostgreSQL. */
export const USER = 'redial'

export const PASSWORD_FILE = 'postgresql-password'

/** The prefix of a data folder that is not complete yet. The next start removes leftovers. */
export const PARTIAL = 'data.new'

/**
 * Creates PostgreSQL's data in the cluster's folder, if there is none.
 *
 * @param folder DATA_DIR, which keeps the password
 * @returns the password of the database's user
 */
export async function makeData(
  folder: string,
  cluster: string,
  account: PostgresAccount,
): Promise<string> {
  const data = join(cluster, 'data')
  if (existsSync(data)) return readPassword(folder)
  // An interrupted start leaves no incomplete database under the real name. Its processes may still
  // write to what it left for a moment, so each start uses a new name.
  const partial = join(cluster, `${PARTIAL}-${randomBytes(4).toString('hex')}`)
  const given = join(cluster, 'password')
  await removePartial(cluster)
  await rm(given, { force: true })

  const password = randomBytes(32).toString('hex')
  const passwordFile = join(folder, PASSWORD_FILE)
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, password, { mode: 0o600, flush: true })
  await giveFile(given, password, account)
  await initialise(partial, given, account)
  await rm(given)
  await syncFolder(folder)
  await rename(partial, data)
  // Commits are durable from now on, so the folder's name has to survive a power cut, too.
  await syncFolder(cluster)
  return password
}

/** @throws DatabaseUnusable if it is missing */
export function readPassword(folder: string): string {
  const file = join(folder, PASSWORD_FILE)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new DatabaseUnusable(
      `The password of the database cannot be read (${error instanceof Error ? error.message : error}). ` +
        `Put the file ${PASSWORD_FILE} back from a copy of the data folder.`,
    )
  }
}

async function removePartial(cluster: string): Promise<void> {
  for (const name of readdirSync(cluster)) {
    if (!name.startsWith(PARTIAL)) continue
    await rm(join(cluster, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The folder may belong to another user, who must not make root write through one of their links. */
async function giveFile(path: string, content: string, { owner }: PostgresAccount) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    if (owner !== null) await file.chown(owner.uid, owner.gid)
  } finally {
    await file.close()
  }
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function initialise(data: string, passwordFile: string, account: PostgresAccount) {
  const command = [
    join(account.binaries, 'bin/initdb'),
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Texts sort the same, and days are the same, on every platform.
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--set=timezone=UTC',
    '--set=huge_pages=off',
    '--no-instructions',
  ]
  const initdb = spawnBelow(command, account, { cwd: '/', whenRedialEnds: 'kill group' })
  const closed = once(initdb, 'close')
  const [said] = await Promise.all([initdb.stderr === null ? '' : text(initdb.stderr), closed])
  if (initdb.exitCode === 0) return
  throw new DatabaseUnusable(
    `The database could not be made in ${data}. PostgreSQL's initdb said: ` +
      (onOneLine(said) || `nothing (${initdb.signalCode})`),
  )
}

function onOneLine(text: string): string {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ')
}
