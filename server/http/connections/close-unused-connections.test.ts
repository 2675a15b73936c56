import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { limitConnections } from './connection-limits.ts'

test('a stop closes connections without a request, also those that arrive during the stop', async () => {
  const app = fastify()
  limitConnections(app, () => true)
  const late: Promise<Socket>[] = []
  let port = 0
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  // The server still accepts connections while its hooks run.
  app.addHook('preClose', async () => {
    late.push(open())
    await late[0]
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const accepted = once(app.server, 'connection')
  const before = await open()
  await accepted
  const closed = once(before, 'close')
  await app.close()
  await closed
  const [lateOne] = await Promise.all(late)
  if (lateOne !== undefined && !lateOne.closed) await once(lateOne, 'close')
  expect([before.destroyed, lateOne?.destroyed]).toEqual([true, true])
})

test('a stop closes the connection of an answer that ends during the stop', async () => {
  const app = fastify()
  limitConnections(app, () => true)
  app.get('/', async (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': 5 }).write('beg')
    await eventually(() => !app.server.listening)
    reply.raw.end('un')
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const [answer] = await once(get(url, { agent }), 'response')
  const closed = once(answer.socket, 'close')
  answer.resume()
  // With the connection still open, this would take as long as connections are kept.
  await app.close()
  await closed
  agent.destroy()
})
