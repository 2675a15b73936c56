import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../server/testing/postgres.ts'
import { createDatabase } from '../create-database.ts'
import type { Answering } from './receivers-messages.ts'
import { type Receivers, startReceivers } from './start-receivers.ts'

/** What a benchmark needs to deliver events. */
export type Environment = {
  receivers: Receivers
  /** Creates another empty database on the same PostgreSQL, and returns its address. */
  createDatabase(): Promise<string>
}

/**
 * Starts a PostgreSQL and receivers, and stops them when the benchmark is over.
 *
 * @param answering how each receiver answers
 * @param settings of the PostgreSQL, instead of the usual ones
 */
export async function withReceivers<Result>(
  answering: Answering[],
  benchmark: (environment: Environment) => Promise<Result>,
  settings?: Record<string, string>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-'))
  const postgres = await startPostgres(settings)
  try {
    const receivers = await startReceivers(folder, answering)
    let databases = 0
    try {
      return await benchmark({
        receivers,
        createDatabase: () => createDatabase(postgres.url, `bench_${++databases}`),
      })
    } finally {
      await receivers.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** So many receivers that all answer in this way. */
export function receiversThatAnswer(how: Answering, count: number): Answering[] {
  return Array.from({ length: count }, () => how)
}
