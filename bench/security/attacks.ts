import { connect, type Socket } from 'node:net'
import type { SecurityTarget } from './security-target.ts'

/** An attack from one address, until its connections are closed. */
export type Attack = {
  what: string
  connections: number
  /** What each connection sends, once or repeatedly. */
  send(socket: Socket, target: SecurityTarget, at: number): void
}

const FROM = '127.0.3.1'
const FILE = 'GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n'
const LIST = '/v1/call_events_fail/?from_date=2026-11-01&to_date=2026-12-01&page_size=100'
const SLOWLY_MS = 500

const tokenOf = ({ tokens }: SecurityTarget, at: number) => `Token ${tokens[at % tokens.length]}`

const post = (target: SecurityTarget, at: number, length: string) =>
  [
    'POST /v1/blocklist/ HTTP/1.1',
    'Host: localhost',
    `Authorization: ${tokenOf(target, at)}`,
    'Content-Type: application/json',
    length,
    '\r\n',
  ].join('\r\n')

export const ATTACKS: Attack[] = [
  {
    what: '10 connections send 300 requests for a file ahead and never read',
    connections: 10,
    send: socket => void socket.write(FILE.repeat(300)),
  },
  {
    what: '300 connections ask for a file and never read',
    connections: 300,
    send: socket => void socket.write(FILE),
  },
  {
    what: '300 connections with tokens ask for lists and never read',
    connections: 300,
    send: (socket, target, at) =>
      void socket.write(
        `GET ${LIST} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${tokenOf(target, at)}\r\n\r\n`.repeat(
          10,
        ),
      ),
  },
  {
    what: '300 connections with tokens send a body of one byte and then nothing',
    connections: 300,
    send: (socket, target, at) => void socket.write(`${post(target, at, 'Content-Length: 9')}{`),
  },
  {
    what: '300 connections send a body byte by byte',
    connections: 300,
    send(socket, target, at) {
      socket.write(post(target, at, 'Content-Length: 1000000'))
      again(socket, ' ')
    },
  },
  {
    what: '300 connections send headers byte by byte',
    connections: 300,
    send(socket) {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
      again(socket, 'x')
    },
  },
  {
    what: '2,000 connections on which nothing is sent',
    connections: 2_000,
    send() {},
  },
  {
    what: '20 connections without a token send 64 MB each, announced and not announced',
    connections: 20,
    send(socket, _target, at) {
      const length = at % 2 === 0 ? 'Content-Length: 64000000' : 'Transfer-Encoding: chunked'
      socket.resume()
      socket.write(
        `POST /v1/blocklist/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
      )
      const piece = Buffer.alloc(64_000, 'x')
      let sent = 0
      const more = () => {
        let takesMore = true
        while (takesMore && sent++ < 1_000) {
          if (at % 2 === 1) socket.write(`${piece.length.toString(16)}\r\n`)
          takesMore = socket.write(piece)
          if (at % 2 === 1) takesMore = socket.write('\r\n')
        }
      }
      socket.on('drain', more)
      more()
    },
  },
]

function again(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), SLOWLY_MS)
  socket.once('close', () => clearInterval(timer))
}

/**
 * Opens all connections at once. None of them reads, unless the attack requires it.
 *
 * @returns a function that closes them
 */
export function startAttack(attack: Attack, target: SecurityTarget): () => void {
  const { hostname, port } = new URL(target.url)
  const sockets = Array.from({ length: attack.connections }, (_, at) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: FROM })
    socket.on('error', () => {})
    socket.once('connect', () => {
      socket.pause()
      attack.send(socket, target, at)
    })
    return socket
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
