import { domainToUnicode } from 'node:url'
import type { Env } from './config/env.ts'
import { OWN_SERVICE } from './database/schema.ts'

/** The service's name in our tables, the same after every start. */
export function serviceKey({ UPSTREAM_URL }: Env): string {
  return UPSTREAM_URL ?? OWN_SERVICE
}

/** The service's name for people, from its base URL, such as "api.example.com/tracking". */
export function nameOfService(upstreamUrl: string): string {
  const { host, hostname, pathname } = new URL(upstreamUrl)
  // A name with letters beyond ASCII is shown in its readable form.
  const readable = domainToUnicode(hostname) || hostname
  return `${host.replace(hostname, readable)}${pathname.replace(/(?<!\/)\/+$/, '')}`
}
