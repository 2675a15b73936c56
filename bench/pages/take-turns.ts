import { Client } from 'undici'

type Turns = {
  origin: string
  token: string
  /** Rounds before those that are counted. */
  warmUp: number
  rounds: number
}

/**
 * Requests the paths in turns, over one connection, one after the other, so that other load affects all
 * alike. Each round starts with the next path.
 *
 * @param paths each returns the path to request, which may differ each time
 * @returns for each of `paths`, how long each answer took until its last byte had come, in ms
 * @throws if an answer isn't a 200
 */
export async function takeTurns(
  { origin, token, warmUp, rounds }: Turns,
  paths: (() => string)[],
): Promise<number[][]> {
  const client = new Client(origin)
  const headers = { accept: 'application/json', authorization: `Token ${token}` }
  const samples: number[][] = paths.map(() => [])
  try {
    for (let round = 0; round < warmUp + rounds; round++) {
      for (let turn = 0; turn < paths.length; turn++) {
        const index = (round + turn) % paths.length
        const path = paths[index]?.() ?? ''
        const begun = performance.now()
        const answer = await client.request({ method: 'GET', path, headers })
        await answer.body.arrayBuffer()
        const taken = performance.now() - begun
        if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`)
        if (round >= warmUp) samples[index]?.push(taken)
      }
    }
  } finally {
    await client.close()
  }
  return samples
}
