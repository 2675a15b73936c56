import { readFileSync } from 'node:fs'
import type { Env } from './env.ts'

/** The certificate authorities to trust for receivers, in PEM form. */
export function receiverAuthorities({ RECEIVER_CA_FILE }: Env): string[] {
  return RECEIVER_CA_FILE === undefined ? [] : [readFileSync(RECEIVER_CA_FILE, 'utf8')]
}
