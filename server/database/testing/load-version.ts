import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { execute } from '../../testing/postgres.ts'

const FOLDER = join(import.meta.dirname, 'versions')

/** The databases that earlier versions left (versions/README.md), by the commit of each. */
export const VERSIONS = readdirSync(FOLDER)
  .filter(name => name.endsWith('.sql'))
  .map(name => name.replace('.sql', ''))

/** The migrations that the newest of these databases has. */
export function newestMigrations(): Set<string> {
  return VERSIONS.map(migrationsOf).reduce((newest, names) =>
    names.size > newest.size ? names : newest,
  )
}

export function migrationsOf(version: string): Set<string> {
  const dump = readFileSync(join(FOLDER, `${version}.sql`), 'utf8')
  const rows = dump.matchAll(/^INSERT INTO public\.kysely_migration VALUES \('([^']+)'/gm)
  return new Set(Array.from(rows, ([, name = '']) => name))
}

/** A new database as an earlier version left it; an empty one for null. */
export async function loadVersion(
  version: string | null,
): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `version_${process.pid}_${version ?? 'none'}`
  await execute(server, `create database ${name}`)
  const url = `${server}${name}`
  if (version !== null) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const dump = readFileSync(join(FOLDER, `${version}.sql`), 'utf8')
    await client.query(dump).finally(() => client.end())
  }
  return { url, drop: () => execute(server, `drop database ${name} with (force)`) }
}

/** Lets the migrations run that wait for another one, as some days later. */
export async function letMigrationsRun(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client
    .query("update kysely_migration set timestamp = '2026-01-01T00:00:00.000Z'")
    .finally(() => client.end())
}
