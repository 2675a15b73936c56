import { runRedial } from '../../server/testing/run-redial.ts'

const STARTS = 11

/**
 * Starts the real server on an existing database again and again. It prints its screen when it answers.
 *
 * @returns how long each start took, in ms
 */
export async function measureStart(url: string): Promise<number[]> {
  const settings = {
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret for benchmarks, of enough characters',
    PORT: '0',
  }
  const times: number[] = []
  for (let round = 0; round < STARTS; round++) {
    const began = performance.now()
    const server = await runRedial(settings)
    times.push(performance.now() - began)
    await server.kill('SIGINT')
  }
  return times
}
