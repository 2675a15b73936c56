import { createServer, type Socket } from 'node:net'

export type RawUpstream = {
  url: string
  /** The first lines of the requests that came, such as "GET /v1/ HTTP/1.1". */
  requests: string[]
  /** Whether it takes each token that the gateway asks about; else it behaves then as ever. */
  takesTokens: boolean
  /** How many connections were opened so far. */
  connections(): number
  /** What to write, and whether to end, once a request is there; from the next one on. */
  behave(handler: (socket: Socket, request: string) => void): void
  close(): Promise<void>
}

const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1$/

/** The question whether it takes a token, which is not among the requests where it takes each. */
const PROOF = /^GET \/v1\/call_events_fail\/\?page_size=1 /
const TAKES_TOKEN =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]'

/** A service that writes bytes, for what no HTTP server would send. */
export async function startRawUpstream(): Promise<RawUpstream> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let current: Parameters<RawUpstream['behave']>[0] = socket => void socket.end()
  const server = createServer(socket => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', chunk => {
      const [line = ''] = chunk.toString('latin1').split('\r\n')
      if (!REQUEST_LINE.test(line)) return
      if (upstream.takesTokens && PROOF.test(line)) return void socket.write(TAKES_TOKEN)
      requests.push(line)
      current(socket, line)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const upstream: RawUpstream = {
    takesTokens: true,
    url: `http://127.0.0.1:${address.port}`,
    requests,
    connections: () => connections,
    behave: handler => {
      current = handler
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return upstream
}
