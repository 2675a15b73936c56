import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { writeEndlessly } from '../../server/testing/peers/endless-answers.ts'

const MEBIBYTE = 1024 * 1024

/** What the service does with a connection after a request. */
export type HostileAnswer = (socket: Socket) => void

const head = (...lines: string[]) =>
  `${['HTTP/1.1 200 OK', 'content-type: application/json', ...lines].join('\r\n')}\r\n\r\n`

/** A regular answer. */
export function whole(body: string | Buffer, ...lines: string[]): HostileAnswer {
  const bytes = Buffer.from(body)
  return socket => {
    socket.write(head(`content-length: ${bytes.length}`, ...lines))
    socket.write(bytes)
  }
}

/** The attacks, by their names in the report. */
export async function hostileAnswers(): Promise<[name: string, answer: HostileAnswer][]> {
  const gigabyte = () => Readable.from(spaces(1024))
  const gzip = await packed(gigabyte(), createGzip({ level: 6 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const brotli = await packed(gigabyte(), createBrotliCompress({ params }))
  const nested = '['.repeat(10_000) + ']'.repeat(10_000)
  const event = (number: string, payload: string) =>
    `[{"id":1,"callback_url":null,"request_json":{"tracking_number":"${number}","deep":${payload}}}]`
  return [
    [`${kilobytes(gzip)} of gzip that are 1 GB`, whole(gzip, 'content-encoding: gzip')],
    [`${kilobytes(brotli)} of brotli that are 1 GB`, whole(brotli, 'content-encoding: br')],
    ['brotli of a web page of 1 GB', socket => page(socket, brotli, 'content-encoding: br')],
    [
      'a title of 60,000 spaces',
      socket => page(socket, Buffer.from(`<title>${' '.repeat(60_000)}`)),
    ],
    ['a tracking number of 40,000 digits', whole(event(`${'1'.repeat(40_000)}x`, 'null'))],
    ['10,000 levels', whole(event('1', nested))],
    ['headers without end', socket => endlessly(socket, 'x-more: 1\r\n', 'HTTP/1.1 200 OK\r\n')],
    ['interim answers without end', socket => endlessly(socket, INTERIM)],
    ['a list of 1 GB', socket => endlessly(socket, ',1'.repeat(MEBIBYTE / 2), `${head()}[1`)],
    ['a byte every 200 ms', trickle],
    ['50 MB of events in one page', whole(events(50))],
  ]
}

const INTERIM = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)

function page(socket: Socket, body: Buffer, ...lines: string[]): void {
  const type = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n'
  socket.write([`${type}content-length: ${body.length}`, ...lines, '\r\n'].join('\r\n'))
  socket.write(body)
}

function* spaces(mebibytes: number): Generator<Buffer> {
  yield Buffer.from('[1')
  const part = Buffer.alloc(MEBIBYTE, ' ')
  for (let at = 0; at < mebibytes; at++) yield part
  yield Buffer.from(']')
}

async function packed(bytes: Readable, packer: ReturnType<typeof createGzip>): Promise<Buffer> {
  const [all] = await Promise.all([buffer(packer), pipeline(bytes, packer)])
  return all
}

function kilobytes(bytes: Buffer): string {
  return `${Math.ceil(bytes.length / 1_000)} kB`
}

function endlessly(socket: Socket, part: string, first = ''): void {
  socket.write(first)
  writeEndlessly(socket, Buffer.from(part))
}

function trickle(socket: Socket): void {
  socket.write(`${head('transfer-encoding: chunked')}1\r\n[\r\n`)
  const timer = setInterval(() => socket.write('1\r\n \r\n'), 200)
  socket.on('close', () => clearInterval(timer))
}

/** A list as an honest service without pages sends it, of events of a kilobyte. */
function events(megabytes: number): string {
  const words = 'A customer asks for a test drive. '.repeat(26)
  const items = Array.from(
    { length: megabytes * 1_000 },
    (_, id) =>
      `{"id":${id + 1},"callback_url":"https://hooks.example.com/calls","request_json":{"call_id":${id},"note":"${words}"}}`,
  )
  return `[${items.join(',')}]`
}
