import type { Socket } from 'node:net'
import { aMomentLater } from '../a-moment-later.ts'

/** Writes the same again and again, as fast as it is read, until the connection is closed. */
export function writeEndlessly(socket: Socket, part: string | Buffer): void {
  if (socket.destroyed) return
  const goOn = () => writeEndlessly(socket, part)
  if (socket.write(part)) setImmediate(goOn)
  else socket.once('drain', goOn)
}

/** Writes the same every moment, until the connection is closed. */
export function drip(socket: Socket, part: string): void {
  if (socket.destroyed) return
  socket.write(part)
  aMomentLater(() => drip(socket, part))
}
