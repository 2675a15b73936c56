import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { type ReplayQueueDependencies, startReplayQueue } from '../sending/replay-queue.ts'
import { ItemReleaser, type ReleaseTools } from './item-releaser.ts'

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
): Promise<{ tools: ReleaseTools; releaser: ItemReleaser }> {
  const { workerDb, longDb, logger, timeZone, timings } = dependencies
  let wake = () => {}
  const queue = await startReplayQueue({ ...dependencies, db: workerDb }, () => wake())
  app.addHook('onClose', () => queue.stop())
  const maxItems = dependencies.maxItemsPerBatch ?? MAX_ITEMS_PER_BATCH
  const tools = { queue, timeZone, maxItems }
  const releaser = new ItemReleaser({ db: longDb, tools, logger, everyMs: timings.leaseRenewalMs })
  wake = () => releaser.wake()
  app.addHook('onClose', () => releaser.stop())
  return { tools, releaser }
}
