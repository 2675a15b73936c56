import { withFolder } from '../with-folder.ts'
import { withPostgres } from '../with-postgres.ts'
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
export function withReceivers<Result>(
  answering: Answering[],
  benchmark: (environment: Environment) => Promise<Result>,
  settings?: Record<string, string>,
): Promise<Result> {
  return withPostgres(
    createDatabase =>
      withFolder(async folder => {
        const receivers = await startReceivers(folder, answering)
        return benchmark({ receivers, createDatabase }).finally(receivers.stop)
      }),
    settings,
  )
}

/** So many receivers that all answer in this way. */
export function receiversThatAnswer(how: Answering, count: number): Answering[] {
  return Array.from({ length: count }, () => how)
}
