import type { ServerResponse } from 'node:http'

/** A receiver that writes to the connection itself again and again, until it is closed. */
export function flood(first: string, again: string) {
  return (_request: unknown, { socket }: Pick<ServerResponse, 'socket'>): void => {
    if (socket === null) return
    socket.write(first)
    const timer = setInterval(() => socket.write(again), 20)
    socket.on('close', () => clearInterval(timer)).on('error', () => {})
  }
}
