import { type Env, LOOPBACK } from './config/env.ts'

/** What the settings make possible and whoever starts Redial should know. */
export function startWarnings(env: Env): string[] {
  return [...upstreamWarnings(env), ...nameWarnings(env)]
}

function upstreamWarnings({ UPSTREAM_URL }: Env): string[] {
  const { protocol, hostname } = new URL(UPSTREAM_URL ?? 'https://own')
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return []
  return ['UPSTREAM_URL is http: API tokens and payloads go there unencrypted']
}

/** Whoever opens Redial to a network sees at the start what its people need. */
function nameWarnings({ ROLE, HOST, PUBLIC_URL, ALLOWED_HOSTS }: Env): string[] {
  if (ROLE === 'worker') return []
  if (LOOPBACK.test(HOST) || PUBLIC_URL !== undefined || ALLOWED_HOSTS.length > 0) return []
  return [
    'browsers can open Redial by an IP address or localhost alone: give it a name with PUBLIC_URL or ALLOWED_HOSTS',
  ]
}
