import type { Session } from '../../../contract/session.ts'

export type SessionOwner = Pick<Session, 'account_key' | 'service'>

/** Identifies the account of a session, for data that is kept only for that account. */
export function sessionOwner({ account_key, service }: SessionOwner): string {
  return account_key ?? service
}
