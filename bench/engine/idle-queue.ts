import { PgBoss } from 'pg-boss'

const BATCH_SIZE = 1_000

/** How many empty jobs a second pg-boss puts in, fetches and completes with nothing around it. */
export async function jobsASecond(url: string, jobs: number): Promise<number> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'idle',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    await boss.createQueue('empty')
    const begun = performance.now()
    for (let done = 0; done < jobs; done += BATCH_SIZE) {
      await boss.insert(
        'empty',
        Array.from({ length: BATCH_SIZE }, () => ({})),
      )
    }
    let completed = 0
    while (completed < jobs) {
      const fetched = await boss.fetch('empty', { batchSize: BATCH_SIZE })
      await boss.complete(
        'empty',
        fetched.map(({ id }) => id),
      )
      completed += fetched.length
    }
    return (completed * 1_000) / (performance.now() - begun)
  } finally {
    await boss.stop({ graceful: false })
  }
}
