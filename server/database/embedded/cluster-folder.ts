import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import {
  chmod,
  lchown,
  mkdir,
  mkdtemp,
  open,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseUnusable } from './folder-lock.ts'
import {
  canEnter,
  makeSystemFolder,
  type PostgresAccount,
  SYSTEM_FOLDER,
} from './postgres-account.ts'
import { spawnBelow } from './spawn-below.ts'

/** Where PostgreSQL keeps its data (in `data`) and its socket. */
export const CLUSTER = 'postgresql'

/**
 * Checks that this version can open the data in DATA_DIR, if there is any.
 *
 * @param major PostgreSQL's major version, such as "18"
 * @throws DatabaseUnusable if another version wrote it
 */
export function checkDataVersion(folder: string, major: string): void {
  const file = join(folder, CLUSTER, 'data/PG_VERSION')
  const written = existsSync(file) ? readFileSync(file, 'utf8').trim() : major
  if (written !== major) {
    throw new DatabaseUnusable(
      `The database in ${folder} was written by PostgreSQL ${written}, and this Redial contains ` +
        `PostgreSQL ${major}. Start the Redial that wrote it, or move its data with pg_upgrade, or ` +
        'start with an empty folder by setting DATA_DIR.',
    )
  }
}

export function hasEmbeddedData(folder: string): boolean {
  return existsSync(join(folder, CLUSTER, 'data'))
}

/**
 * Creates the database's folder inside DATA_DIR, accessible only to its account. If another user has
 * to own it and cannot reach DATA_DIR, the folder is created below `systemFolder` and linked.
 *
 * @returns its real path
 */
export async function makeClusterFolder(
  folder: string,
  account: PostgresAccount,
  systemFolder = SYSTEM_FOLDER,
): Promise<string> {
  const inside = join(folder, CLUSTER)
  if (isLink(inside) && !existsSync(inside)) throw lost(inside)
  const isReachable = account.otherUser === null || (await openWayTo(folder, account))
  if (!isReachable && !isLink(inside)) {
    if (existsSync(inside)) throw unreachable(inside, account)
    await makeSystemFolder(systemFolder)
    // Each DATA_DIR gets a new one, so that a new DATA_DIR never finds the data of a removed one.
    await symlink(await mkdtemp(join(systemFolder, 'data-')), inside)
  }
  await mkdir(inside, { recursive: true })
  const cluster = realpathSync(inside)
  if (account.owner === null) mustBeOurs(cluster)
  await chmod(cluster, 0o700)
  if (account.owner !== null) await giveTo(cluster, account.owner)
  if (!(await canEnter(account, cluster))) throw unreachable(cluster, account)
  return cluster
}

function mustBeOurs(cluster: string): void {
  const { uid } = lstatSync(cluster)
  const ours = process.geteuid?.()
  if (ours === undefined || ours === uid) return
  throw new DatabaseUnusable(
    `The database in ${cluster} belongs to another user (${uid}). Start Redial as that user, or ` +
      `give the folder to this one: chown -R ${ours} ${cluster}`,
  )
}

function lost(link: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database is in ${readlinkSync(link)}, which is missing; ${link} leads there. Put that ` +
      'folder back from a copy, or start with an empty folder by setting DATA_DIR.',
  )
}

/** Lets other users pass through DATA_DIR without listing it. Each secret in it has its own mode. */
async function openWayTo(folder: string, account: PostgresAccount): Promise<boolean> {
  const { mode } = lstatSync(folder)
  await chmod(folder, (mode & 0o777) | 0o011)
  if (await canEnter(account, folder)) return true
  await chmod(folder, mode & 0o777)
  return false
}

function unreachable(cluster: string, { otherUser }: PostgresAccount): DatabaseUnusable {
  return new DatabaseUnusable(
    `PostgreSQL has to run as ${otherUser ?? 'root'} here, who cannot reach the database in ${cluster}. ` +
      'Move DATA_DIR to a folder that this user can reach, or start Redial as the user who owns it.',
  )
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Gives the folder and everything in it to a user, unless it already belongs to them. */
export async function giveTo(path: string, owner: { uid: number; gid: number }): Promise<void> {
  const stat = lstatSync(path)
  if (stat.uid === owner.uid && stat.gid === owner.gid) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(path)) await giveTo(join(path, name), owner)
  }
  await lchown(path, owner.uid, owner.gid)
}

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
  const initPassword = join(cluster, 'password')
  await removePartial(cluster)
  await rm(initPassword, { force: true })

  const password = randomBytes(32).toString('hex')
  const passwordFile = join(folder, PASSWORD_FILE)
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, password, { mode: 0o600, flush: true })
  await giveFile(initPassword, password, account)
  await initialise(partial, initPassword, account)
  await rm(initPassword)
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
