import { connect } from 'node:net'
import type { FuzzedRequest } from './fuzzed-request.ts'

export type FuzzedAnswer = {
  status: number
  /** Names in lower case. */
  headers: Map<string, string>
  text: string
}

/**
 * Sends a request on its own connection, exactly as it is written, and asks the server to close it.
 *
 * @param from the local address to send it from, such as 127.0.0.2
 * @returns null if the connection is closed without an answer
 */
export async function sendRequest(
  url: string,
  request: FuzzedRequest,
  from?: string,
): Promise<FuzzedAnswer | null> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(from && { localAddress: from }),
  })
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  socket.write(bytesOf(request, host))
  await new Promise((resolve, reject) => {
    socket.on('close', resolve)
    socket.on('error', error => {
      // A server that refuses may close the connection before it has read everything.
      if (!('code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code)))) reject(error)
    })
  })
  return answerIn(Buffer.concat(chunks))
}

function bytesOf({ method, target, headers, body, framing }: FuzzedRequest, host: string): Buffer {
  const named = headers.some(([name]) => name === 'host') ? [] : [['host', host]]
  const frame = body === null ? [] : framesOf(framing, body.length)
  const head = [...named, ['connection', 'close'], ...headers, ...frame].map(
    ([name, value]) => `${name}: ${value}`,
  )
  const isChunked = body !== null && framing !== 'length' && framing !== 'wrong'
  return Buffer.concat([
    // As Latin-1 bytes, which is how headers are encoded.
    Buffer.from([`${method} ${target} HTTP/1.1`, ...head, '', ''].join('\r\n'), 'latin1'),
    ...(body === null ? [] : isChunked ? chunked(body) : [body]),
  ])
}

function framesOf(framing: FuzzedRequest['framing'], length: number): [string, string][] {
  if (framing === 'length') return [['content-length', String(length)]]
  if (framing === 'chunked') return [['transfer-encoding', 'chunked']]
  if (framing === 'wrong') return [['content-length', '-1']]
  return [
    ['transfer-encoding', 'chunked'],
    ['content-length', String(length)],
  ]
}

function chunked(body: Buffer): Buffer[] {
  const half = Math.ceil(body.length / 2)
  return [body.subarray(0, half), body.subarray(half), Buffer.alloc(0)]
    .filter((part, at) => part.length > 0 || at === 2)
    .map(part =>
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    )
}

function answerIn(received: Buffer): FuzzedAnswer | null {
  const bytes = received.toString('latin1')
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const [first = '', ...lines] = bytes.slice(0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
  const body = received.subarray(headEnd + 4)
  if (status < 200) return answerIn(body)
  const headers = new Map(
    lines.map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return { status, headers, text: isChunked ? unchunked(body) : body.toString() }
}

function unchunked(body: Buffer): string {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, lineEnd).toString('latin1'), 16)
    if (!(size > 0)) return Buffer.concat(parts).toString()
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
