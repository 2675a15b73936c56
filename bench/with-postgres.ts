import { execute, startPostgres } from '../server/testing/postgres.ts'

/**
 * Starts a PostgreSQL, and stops it when the benchmark is over.
 *
 * @param benchmark gets a function that creates an empty database and returns its address
 * @param settings of the PostgreSQL, instead of the usual ones
 */
export async function withPostgres<Result>(
  benchmark: (createDatabase: () => Promise<string>) => Promise<Result>,
  settings?: Record<string, string>,
): Promise<Result> {
  const { url, stop } = await startPostgres(settings)
  let databases = 0
  try {
    return await benchmark(async () => {
      const name = `bench_${++databases}`
      await execute(url, `create database ${name}`)
      return `${url}${name}`
    })
  } finally {
    await stop()
  }
}
