import { PgBoss } from 'pg-boss'

const AT_ONCE = 1_000

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
    for (let done = 0; done < jobs; done += AT_ONCE) {
      await boss.insert(
        'empty',
        Array.from({ length: AT_ONCE }, () => ({})),
      )
    }
    let completed = 0
    while (completed < jobs) {
      const fetched = await boss.fetch('empty', { batchSize: AT_ONCE })
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
