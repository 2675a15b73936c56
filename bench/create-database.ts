import pg from 'pg'

/**
 * Creates an empty database on a PostgreSQL.
 *
 * @param server its address without a database, as startPostgres returns it
 * @returns the database's address
 */
export async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${server}postgres` })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  return `${server}${name}`
}
