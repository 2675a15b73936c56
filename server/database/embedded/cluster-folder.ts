import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { chmod, lchown, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseUnusable } from './database-unusable.ts'
import { canEnter, type PostgresAccount, SYSTEM_FOLDER } from './postgres-account.ts'

/** Where PostgreSQL keeps its data (in `data`) and its socket. */
export const CLUSTER = 'postgresql'

/** Where the version that used PGlite kept its data. */
const PGLITE = 'database'

/**
 * Checks that the data in DATA_DIR, if there is any, is what this version can open.
 *
 * @param major PostgreSQL's major version, such as "18"
 * @throws DatabaseUnusable where another version wrote it
 */
export function checkDataVersion(folder: string, major: string): void {
  const written = versionIn(join(folder, CLUSTER, 'data'))
  if (written !== null && written !== major) {
    throw new DatabaseUnusable(
      `The database in ${folder} was written by PostgreSQL ${written}, and this Redial brings ` +
        `PostgreSQL ${major}. Start the Redial that wrote it, or move its data with pg_upgrade, or ` +
        'start with an empty folder by setting DATA_DIR.',
    )
  }
  if (written === null && versionIn(join(folder, PGLITE)) !== null) {
    throw new DatabaseUnusable(
      `The database in ${join(folder, PGLITE)} was written by an earlier Redial, which used ` +
        'PGlite; this one uses PostgreSQL and cannot read it. Start the earlier Redial to see the ' +
        'data, or start with an empty folder by setting DATA_DIR.',
    )
  }
}

function versionIn(data: string): string | null {
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/**
 * Makes the folder of the database inside DATA_DIR, for its account alone. Where another user has
 * to own it and cannot reach DATA_DIR, the folder is made below `systemFolder` and linked to.
 *
 * @returns its real path
 */
export async function makeClusterFolder(
  folder: string,
  account: PostgresAccount,
  systemFolder = SYSTEM_FOLDER,
): Promise<string> {
  const inside = join(folder, CLUSTER)
  const isReachable = account.otherUser === null || (await openWayTo(folder, account))
  if (!isReachable && !isLink(inside)) {
    if (existsSync(inside)) throw unreachable(inside, account)
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
    const outside = join(systemFolder, name)
    await mkdir(systemFolder, { recursive: true, mode: 0o755 })
    await mkdir(outside, { recursive: true })
    await symlink(outside, inside)
  }
  await mkdir(inside, { recursive: true })
  const cluster = realpathSync(inside)
  await chmod(cluster, 0o700)
  if (account.owner !== null) await giveTo(cluster, account.owner)
  return cluster
}

/** Lets others pass through DATA_DIR, not list it: each secret in it has a mode of its own. */
async function openWayTo(folder: string, account: PostgresAccount): Promise<boolean> {
  const { mode } = lstatSync(folder)
  await chmod(folder, (mode & 0o777) | 0o011)
  if (await canEnter(account, folder)) return true
  await chmod(folder, mode & 0o777)
  return false
}

function unreachable(cluster: string, { otherUser }: PostgresAccount): DatabaseUnusable {
  return new DatabaseUnusable(
    `PostgreSQL has to run as ${otherUser} here, who cannot reach the existing database in ${cluster}. ` +
      `Move DATA_DIR to a folder that ${otherUser} can reach, or start Redial as the user who owns it.`,
  )
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Gives the folder and all in it to a user, unless it is theirs already. */
async function giveTo(path: string, owner: { uid: number; gid: number }): Promise<void> {
  const stat = lstatSync(path)
  if (stat.uid === owner.uid && stat.gid === owner.gid) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(path)) await giveTo(join(path, name), owner)
  }
  await lchown(path, owner.uid, owner.gid)
}
