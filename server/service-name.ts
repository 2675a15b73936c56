import { domainToUnicode } from 'node:url'
import type { Env } from './config/env.ts'

/** What our own service is called in our tables. */
export const OWN_SERVICE = 'own'

/** What the service is called in our tables, the same after every start. */
export function serviceKey({ UPSTREAM_URL }: Env): string {
  return UPSTREAM_URL ?? OWN_SERVICE
}

/** What people call the service at this base URL, such as "api.example.com/tracking". */
export function nameOfService(upstreamUrl: string): string {
  const { host, hostname, pathname } = new URL(upstreamUrl)
  // A name with letters beyond ASCII is written as people know it.
  const named = domainToUnicode(hostname) || hostname
  return `${host.replace(hostname, named)}${pathname.replace(/\/+$/, '')}`
}
