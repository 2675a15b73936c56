import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { type ReplayQueueDependencies, startReplayQueue } from '../sending/replay-queue.ts'
import { TaskRunner, type TaskTools } from './task-runner.ts'

/** In one transaction, for which others wait about a fifth of a second. */
const MAX_ITEMS_PER_BATCH = 1_000

type SendingDependencies = Omit<ReplayQueueDependencies, 'db' | 'timings'> &
  Pick<Database, 'workerDb' | 'longDb'> & {
    timings: ReplayQueueDependencies['timings'] & { leaseRenewalMs: number }
    timeZone: string
    maxItemsPerBatch?: number | undefined
  }

/** Starts to release and send the items of runs until the app closes. */
export async function startSending(
  app: FastifyInstance,
  dependencies: SendingDependencies,
): Promise<{ tools: TaskTools; tasks: TaskRunner }> {
  const { workerDb, longDb, logger, timeZone, timings } = dependencies
  let tasks: TaskRunner | null = null
  const queue = await startReplayQueue({ ...dependencies, db: workerDb }, () => tasks?.wake())
  app.addHook('onClose', () => queue.stop())
  const maxItems = dependencies.maxItemsPerBatch ?? MAX_ITEMS_PER_BATCH
  const tools = { queue, timeZone, maxItems }
  const runner = new TaskRunner({ db: longDb, tools, logger, everyMs: timings.leaseRenewalMs })
  tasks = runner
  app.addHook('onClose', () => runner.stop())
  return { tools, tasks: runner }
}
