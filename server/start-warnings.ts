import { type Env, LOOPBACK } from './config/env.ts'

/** Risks of the settings that the person who starts Redial should know. */
export function startWarnings(env: Env): string[] {
  return [...upstreamWarnings(env), ...nameWarnings(env)]
}

function upstreamWarnings({ UPSTREAM_URL }: Env): string[] {
  const { protocol, hostname } = new URL(UPSTREAM_URL ?? 'https://own')
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return []
  return ['UPSTREAM_URL is http: API tokens and payloads go there unencrypted']
}

/** A start that opens Redial to a network shows what its people need. */
function nameWarnings({ ROLE, HOST, PUBLIC_URL, ALLOWED_HOSTS }: Env): string[] {
  if (ROLE === 'worker') return []
  if (LOOPBACK.test(HOST) || PUBLIC_URL !== undefined || ALLOWED_HOSTS.length > 0) return []
  return [
    'browsers can only open Redial by an IP address or localhost: give it a name with PUBLIC_URL or ALLOWED_HOSTS',
  ]
}
