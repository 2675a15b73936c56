import pg from 'pg'

/** Asks over a connection of its own. The rows are answered. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // The query fails as well, where a connection breaks.
  client.on('error', () => {})
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
