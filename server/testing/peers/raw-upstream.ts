import { createServer, type Socket } from 'node:net'
import { serve } from './listen.ts'

export type RawUpstream = Awaited<ReturnType<typeof startRawUpstream>>

const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1$/

/** The check of a token, which is not among the requests if each token is accepted. */
const PROOF = /^GET \/v1\/call_events_fail\/\?page_size=1 /
const TAKES_TOKEN =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]'

/** The beginning of an answer with these headers. */
export const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`

export const whole = (text: string) => head(`content-length: ${text.length}`) + text

/** The service's side of each connection on which it answers this way; resolves when it is closed. */
export function behaveUntilClosed(
  upstream: RawUpstream,
  answer: (socket: Socket) => unknown,
): Promise<void> {
  return new Promise(resolve => {
    upstream.behave(socket => {
      socket.once('close', () => resolve())
      answer(socket)
    })
  })
}

/** A service that writes raw bytes, for answers that no HTTP server would send. */
export async function startRawUpstream() {
  /** The first lines of the requests, such as "GET /v1/ HTTP/1.1". */
  const requests: string[] = []
  let current = (socket: Socket, _request: string): unknown => socket.end()
  const server = createServer(socket => {
    socket.on('data', chunk => {
      const [line = ''] = chunk.toString('latin1').split('\r\n')
      if (!REQUEST_LINE.test(line)) return
      if (upstream.takesTokens && PROOF.test(line)) return void socket.write(TAKES_TOKEN)
      requests.push(line)
      current(socket, line)
    })
  })
  const { port, connections, close } = await serve(server)
  const upstream = {
    ...{ url: `http://127.0.0.1:${port}`, requests, connections, close },
    /** Whether it accepts each token that the gateway asks about; otherwise it behaves as usual. */
    takesTokens: true,
    /** What to write for a request, and whether to end; from the next request on. */
    behave(handler: typeof current) {
      current = handler
    },
  }
  return upstream
}
