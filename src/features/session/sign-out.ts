import * as z from 'zod/mini'
import { request } from '../../api/request.ts'

export function signOut(): Promise<unknown> {
  return request(z.unknown(), '/gateway/session', { method: 'DELETE', expect: [204] })
}

/** Ends this session and all others with the same token. */
export function signOutEverywhere(): Promise<unknown> {
  return request(z.unknown(), '/gateway/sessions', { method: 'DELETE', expect: [204] })
}
