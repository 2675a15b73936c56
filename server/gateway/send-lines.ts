import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a line of JSON for each item, as fast as the client takes them. */
export function sendLines<Batch>(
  reply: FastifyReply,
  batches: Iterable<Batch> | AsyncIterable<Batch>,
  toItems: (batch: Batch) => object[] | Promise<object[]>,
) {
  async function* lines() {
    for await (const batch of batches) {
      yield (await toItems(batch)).map(item => `${JSON.stringify(item)}\n`).join('')
    }
  }
  return (
    reply
      .type('application/x-ndjson')
      // nginx would hold the lines back otherwise.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(lines(), { objectMode: false }))
  )
}
