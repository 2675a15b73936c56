import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { parseTrustProxy } from '../http/trusted-proxies.ts'
import { isException } from '../webhooks/http/receiver-exceptions.ts'

/** Redial's settings, parsed once from environment variables (README, "Settings"). */
export type Env = z.output<typeof Env>

const Url = (sentence: string) =>
  z.string().refine(value => /^\s*https?:\/\/[^/]/i.test(value) && URL.canParse(value), {
    error: sentence,
    abort: true,
  })

/** What comes in a header: with a space in it, nobody would get in. */
const Bearer = z
  .string()
  .min(32, 'must have 32 characters or more')
  .regex(/^[!-~]+$/, 'must hold no spaces, and only what a header can')

const Env = z.object({
  ROLE: z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .default('4400')
    .refine(value => /^\d{1,5}$/.test(value) && Number(value) <= 65535, {
      error: 'must be a port, a whole number from 0 to 65535',
    })
    .transform(Number),
  PUBLIC_URL: Url(
    'must be the http or https address that browsers use, such as https://redial.example.com',
  )
    .refine(value => URL.parse(value)?.pathname === '/', 'must have no path')
    .transform(value => new URL(value).origin)
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((text, context) => {
      const parsed = parseTrustProxy(text.trim())
      if (parsed !== null) return parsed
      context.addIssue(
        'must be the addresses or networks of proxies with commas between them, such as 10.0.0.7,10.1.0.0/16, or how many proxies stand in front, from 1 to 9',
      )
      return z.NEVER
    })
    .optional(),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(list =>
      list
        .split(',')
        .map(name => name.trim())
        .filter(Boolean),
    )
    .refine(names => names.every(isHostName), {
      error:
        'must be names with commas between them, such as redial.example.com,redial, without http:// and without ports',
      abort: true,
    })
    .transform(names => names.map(name => domainToASCII(name).toLowerCase())),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      value => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''),
      'must be the address of a PostgreSQL, such as postgres://user:password@host:5432/redial',
    )
    .optional(),
  UPSTREAM_URL: Url(
    'must be the http or https address of a service, such as https://api.example.com',
  )
    .refine(value => !hasCredentials(value), 'must not hold a user name or a password')
    .refine(value => !/[?#]/.test(value), 'must have no query and no #')
    .refine(
      value => !/\/v\d+(\/|$)/.test(URL.parse(value)?.pathname ?? ''),
      'must be the address that /v1 and /v2 stand under, without them',
    )
    .transform(value => new URL(value).href.replace(/\/+$/, ''))
    .optional(),
  SESSION_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  PREVIOUS_SESSION_SECRETS: z
    .string()
    .default('')
    .transform(list =>
      list
        .split(',')
        .map(secret => secret.trim())
        .filter(Boolean),
    )
    .refine(secrets => secrets.every(secret => secret.length >= 32), {
      error: 'must be earlier values of SESSION_SECRET with commas between them',
    }),
  RECEIVER_CA_FILE: z
    .string()
    .refine(file => existsSync(file), { error: 'must name a file that exists', abort: true })
    .refine(hasCertificates, 'must name a file with certificates in PEM form')
    .optional(),
  RECEIVER_EXCEPTIONS: z
    .string()
    .default('')
    .transform(list =>
      list
        .toLowerCase()
        .split(',')
        .map(pair => pair.trim())
        .filter(Boolean),
    )
    .refine(
      exceptions => exceptions.every(isException),
      'must be host:port pairs or ranges with a port, and commas between them, such as localhost:8443,10.0.0.0/8:443',
    ),
  RECEIVER_PROXY: Url(
    'must be the http or https address of a proxy, such as http://proxy.example.com:3128',
  )
    .refine(value => URL.parse(value)?.pathname === '/', 'must have no path')
    .refine(value => !/[?#]/.test(value), 'must have no query and no #')
    .refine(
      hasReadableCredentials,
      'must have the % and other signs of its user name and password percent-encoded (% as %25)',
    )
    .transform(value => new URL(value).href)
    .optional(),
  TELEPHONY_KEY: Bearer.optional(),
  METRICS_KEY: Bearer.optional(),
  RETRY_SCHEDULE: z
    .string()
    .default('1m,5m,30m')
    .refine(value => /^\s*[1-9]\d{0,4}[smh](\s*,\s*[1-9]\d{0,4}[smh])*\s*$/.test(value), {
      error: 'must be delays with commas between them, such as 1m,5m,30m (s, m or h)',
      abort: true,
    })
    .transform(value => value.split(',').map(delay => milliseconds(delay.trim()))),
  ACTIVITY_RETENTION: z
    .string()
    .default('365')
    .refine(value => /^[1-9]\d{0,4}$/.test(value), {
      error: 'must be a whole number of days, from 1 to 99999',
    })
    .transform(Number),
  TIME_ZONE: z
    .string()
    .default('Africa/Johannesburg')
    .refine(isTimeZone, 'must be a time zone by its IANA name, such as Africa/Johannesburg'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('warn'),
})

/** A setting that can't be used; the message is one sentence for whoever started Redial. */
export class SettingsError extends Error {}

/**
 * Reads the settings. An empty variable counts as absent.
 *
 * @throws SettingsError for a malformed setting, for one that is missing beside another, and for a
 *   variable that is so close to a setting's name that it can only be a slip
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  refuseUnknown(Object.keys(given))
  const read = Env.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new SettingsError(`The setting ${issue?.path.join('.')} ${issue?.message}.`)
  }
  const { ROLE, DATABASE_URL, SESSION_SECRET } = read.data
  if (ROLE !== 'all' && DATABASE_URL === undefined) {
    throw new SettingsError(
      `ROLE=${ROLE} needs DATABASE_URL: the embedded PostgreSQL is for one process, which does everything (ROLE=all).`,
    )
  }
  // A worker opens no sessions.
  if (DATABASE_URL !== undefined && SESSION_SECRET === undefined && ROLE !== 'worker') {
    throw new SettingsError(
      'With DATABASE_URL, SESSION_SECRET must be given too: every process has to open the same sessions.',
    )
  }
  if (isOwnAddress(read.data)) {
    throw new SettingsError(
      'The setting UPSTREAM_URL must be the address of another service: this one is Redial’s own.',
    )
  }
  return read.data
}

function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

function hasReadableCredentials(url: string): boolean {
  const { username, password } = new URL(url)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** Whether requests that are passed on would come back in. */
function isOwnAddress({ UPSTREAM_URL, PUBLIC_URL, HOST, PORT }: Env): boolean {
  if (UPSTREAM_URL === undefined) return false
  const { origin, hostname, port, protocol } = new URL(UPSTREAM_URL)
  if (origin === PUBLIC_URL) return true
  const name = hostname.replace(/^\[|\]$/g, '')
  const isHere = name === HOST || LOOPBACK.test(name)
  return isHere && protocol === 'http:' && PORT !== 0 && Number(port || 80) === PORT
}

/** Names of this machine itself. */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/

/** Settings have no prefix in common, so what is nearly one of them, or of their family, is a slip. */
function refuseUnknown(names: string[]): void {
  const known = Object.keys(Env.shape)
  for (const name of names) {
    if (known.includes(name)) continue
    const near = known.find(setting => setting.length > 6 && distance(name, setting) <= 2)
    if (near) throw new SettingsError(`${name} is not a setting of Redial. Did you mean ${near}?`)
    if (/^(REDIAL|RECEIVER|UPSTREAM)_/.test(name)) {
      throw new SettingsError(`${name} is not a setting of Redial. It knows ${known.join(', ')}.`)
    }
  }
}

/** Of a delay such as "5m". */
function milliseconds(delay: string): number {
  const unit = { s: 1, m: 60, h: 3_600 }[delay.slice(-1)] ?? 1
  return Number(delay.slice(0, -1)) * unit * 1_000
}

/** Each of them can be read; TLS itself would pass over what it can't. */
function hasCertificates(file: string): boolean {
  try {
    const found = readFileSync(file, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[^-]*(-----END CERTIFICATE-----)?/g,
    )
    return found?.every(pem => new X509Certificate(pem)) ?? false
  } catch {
    return false
  }
}

function isHostName(name: string): boolean {
  return /^[\w-]+(\.[\w-]+)*\.?$/.test(domainToASCII(name))
}

function isTimeZone(name: string): boolean {
  // Intl takes offsets too, which know no summer time and are no names.
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
