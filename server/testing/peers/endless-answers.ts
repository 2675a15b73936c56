import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { aMomentLater } from '../eventually.ts'

/** Writes the same bytes repeatedly, as fast as they are read, until the connection is closed. */
export function writeEndlessly(socket: Socket, part: string | Buffer): void {
  if (socket.destroyed) return
  const goOn = () => writeEndlessly(socket, part)
  if (socket.write(part)) setImmediate(goOn)
  else socket.once('drain', goOn)
}

/** Writes the same bytes at short intervals until the connection is closed. */
export function drip(socket: Socket, part: string): void {
  if (socket.destroyed) return
  socket.write(part)
  aMomentLater(() => drip(socket, part))
}

/** A receiver that writes raw bytes to the connection repeatedly until it is closed. */
export function flood(first: string, again: string) {
  return (_request: unknown, { socket }: Pick<ServerResponse, 'socket'>): void => {
    if (socket === null) return
    socket.write(first)
    const timer = setInterval(() => socket.write(again), 20)
    socket.on('close', () => clearInterval(timer)).on('error', () => {})
  }
}
