import { createHash } from 'node:crypto'

/** What is kept of a token. It has 160 random bits, so a plain hash is as good as a slow one. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
