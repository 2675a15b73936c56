import { readlinkSync } from 'node:fs'
import { chown, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { canEnter, type PostgresAccount } from './postgres-account.ts'
import type { Listening } from './postgres-server.ts'

const SOCKET_PORT = 5432

/** The shortest limit of the systems that Redial supports; Linux allows 107. */
const MAX_SOCKET_PATH_BYTES = 103

/** A link in DATA_DIR to the socket's folder, if that is elsewhere. */
const LINK = 'postgresql-socket'

const SHORT_FOLDER = 'redial-postgresql-'

/**
 * The folder for the socket: the data's own. If its path is too long for a socket, a short private
 * folder, which `removeShortFolder` removes; if there is none, and on Windows, loopback is used.
 */
export async function whereToListen(
  folder: string,
  cluster: string,
  account: PostgresAccount,
  listen = process.platform === 'win32' ? 'loopback' : 'socket',
): Promise<Listening> {
  if (listen === 'socket') {
    const host = fits(cluster) ? cluster : await makeShortFolder(folder, account)
    if (host !== null) return { host, port: SOCKET_PORT }
  }
  return { host: '127.0.0.1', port: await freePort() }
}

/** Removes the short folder of this start, or of an earlier one that was killed. */
export async function removeShortFolder(folder: string): Promise<void> {
  const link = join(folder, LINK)
  const short = targetOf(link)
  if (short === null) return
  if (basename(short).startsWith(SHORT_FOLDER)) await rm(short, { recursive: true, force: true })
  await rm(link)
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES
}

async function makeShortFolder(folder: string, account: PostgresAccount): Promise<string | null> {
  for (const parent of new Set([resolve(tmpdir()), '/tmp', '/var/tmp'])) {
    const short = await mkdtemp(join(parent, SHORT_FOLDER)).catch(() => null)
    if (short === null) continue
    if (account.owner !== null) await chown(short, account.owner.uid, account.owner.gid)
    if (fits(short) && (await canEnter(account, short))) {
      await symlink(short, join(folder, LINK))
      return short
    }
    await rm(short, { recursive: true })
  }
  return null
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}

/** A port of loopback that nothing listens on at the moment. */
async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() =>
      address !== null && typeof address === 'object'
        ? resolve(address.port)
        : reject(new Error('No free port on loopback')),
    )
  })
  return promise
}
