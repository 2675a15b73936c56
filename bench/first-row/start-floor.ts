import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { request } from 'undici'
import { build } from 'vite'
import { listen } from '../../server/testing/peers/listen.ts'

export type Floor = {
  url: string
  /** An empty page of another site. */
  elsewhere: string
  stop(): Promise<void>
}

type File = { type: string; packed: Buffer; isPage: boolean }

const TYPES = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['html', 'text/html; charset=utf-8'],
])

const ELSEWHERE = '/elsewhere'

/** As vite.config.ts packs Redial's files. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * Builds the floor with Vite's own settings and serves it: the same libraries and the same API as
 * Redial, without a sign-in. Its files are packed and cached as Redial's are.
 *
 * @param api the address to which requests for data are passed on, with `token`
 */
export async function startFloor(api: string, token: string): Promise<Floor> {
  const files = await buildFloor()
  const server = createServer((request, answer) => {
    handle(request, answer).catch(error => answer.destroy(error))
  })
  async function handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    if (path === ELSEWHERE) {
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>Elsewhere</title>')
      return
    }
    if (path.startsWith('/v1/')) return passOn(request, answer, `${api}${path}`, token)
    const file = files.get(path) ?? files.get('/index.html')
    if (file === undefined) throw new Error('The floor has no page')
    const caching = file.isPage ? 'no-store' : 'public, max-age=31536000, immutable'
    answer.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'content-length': file.packed.length,
      'cache-control': caching,
    })
    answer.end(file.packed)
  }
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    elsewhere: `http://localhost:${port}${ELSEWHERE}`,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function buildFloor(): Promise<Map<string, File>> {
  const result = await build({
    configFile: false,
    root: join(import.meta.dirname, 'floor'),
    logLevel: 'warn',
    plugins: [react()],
    build: { write: false, reportCompressedSize: false },
  })
  if (!('output' in result)) throw new Error('The build of the floor gave no output')
  const files = result.output.map(async (file): Promise<[string, File]> => {
    const { fileName } = file
    const type = TYPES.get(fileName.split('.').at(-1) ?? '') ?? 'application/octet-stream'
    const source = file.type === 'chunk' ? file.code : file.source
    const packed = await promisify(brotliCompress)(source, BROTLI)
    return [`/${fileName}`, { type, packed, isPage: fileName.endsWith('.html') }]
  })
  return new Map(await Promise.all(files))
}

/** Passes the answer on unchanged, compressed or not. */
async function passOn(from: IncomingMessage, answer: ServerResponse, url: string, token: string) {
  const { statusCode, headers, body } = await request(url, {
    headers: {
      accept: 'application/json',
      'accept-encoding': from.headers['accept-encoding'] ?? 'identity',
      authorization: `Token ${token}`,
    },
  })
  const copied = ['content-type', 'content-encoding', 'content-length'].flatMap(name => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  answer.writeHead(statusCode, Object.fromEntries(copied))
  await pipeline(body, answer)
}
