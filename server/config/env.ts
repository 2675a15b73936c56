import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { FieldFile } from '../../contract/fields/service-fields.ts'
import { EmailAddress } from '../../contract/notices/notice.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/pages/page.ts'
import { PRODUCTION_LIMITS } from '../database/database-limits.ts'
import { parseTrustProxy } from '../http/trusted-proxies.ts'
import { MAX_IN_FLIGHT } from '../webhooks/engine/attempts-in-flight.ts'
import { MAX_CONCURRENT_PER_RECEIVER } from '../webhooks/engine/receiver-limit.ts'
import { isException } from '../webhooks/http/addresses/receiver-exceptions.ts'

const Days = (standard: number) =>
  z
    .string()
    .default(String(standard))
    .refine(text => text === 'never' || /^[1-9]\d{0,4}$/.test(text), {
      error: 'must be a whole number of days, from 1 to 99999, or never',
    })
    .transform(text => (text === 'never' ? null : Number(text)))

/** After how many days old data is removed (docs/decisions/0060). */
const RETENTION_SETTINGS = {
  DELIVERY_RETENTION: Days(365),
  FAILED_EVENT_RETENTION: Days(365),
  CALL_RETENTION: Days(730),
  REPLAY_RETENTION: Days(365),
  ANSWER_RETENTION: Days(90),
  ACTIVITY_RETENTION: Days(365),
  COPY_RETENTION: Days(35),
}

/** Redial's settings, parsed once from environment variables (docs/configuration.md). */
export type Env = z.output<typeof Env>

const Url = (sentence: string) =>
  z.string().refine(value => /^\s*https?:\/\/[^/]/i.test(value) && URL.canParse(value), {
    error: sentence,
    abort: true,
  })

/** Names of this machine itself. */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/

/** Sent in a header as a bearer token, so it must be printable ASCII without spaces. */
const Bearer = z
  .string()
  .min(32, 'must have 32 characters or more')
  .regex(/^[!-~]+$/, 'must be printable ASCII without spaces, because it is sent in a header')

const Count = (least: number, most: number, standard: number) =>
  z
    .string()
    .default(String(standard))
    .refine(text => /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)

const ExistingFile = z
  .string()
  .refine(file => existsSync(file), { error: 'must name a file that exists', abort: true })

const UNREADABLE_CREDENTIALS =
  'must have the % and other signs of its user name and password percent-encoded (% as %25)'

const List = z
  .string()
  .default('')
  .transform(list =>
    list
      .split(',')
      .map(text => text.trim())
      .filter(Boolean),
  )

const { requests, attempts, longWork, jobQueue } = PRODUCTION_LIMITS

/** Services limit requests, and each look is two. */
const MIN_NOTICE_INTERVAL_MS = 30_000

export const Env = z.object({
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
        'must be the addresses or networks of proxies with commas between them, such as 10.0.0.7,10.1.0.0/16, or how many proxies are in front, from 1 to 9',
      )
      return z.NEVER
    })
    .optional(),
  ALLOWED_HOSTS: List.refine(names => names.every(isHostName), {
    error:
      'must be names with commas between them, such as redial.example.com,redial, without http:// and without ports',
    abort: true,
  }).transform(names => names.map(name => domainToASCII(name).toLowerCase())),
  DATA_DIR: z.string().default('./data'),
  DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  POOL_REQUESTS: Count(2, 200, requests.size),
  POOL_ATTEMPTS: Count(3, 200, attempts.size),
  POOL_LONG_WORK: Count(2, 200, longWork.size),
  POOL_JOB_QUEUE: Count(2, 200, jobQueue.size),
  ATTEMPTS_IN_FLIGHT: Count(10, 20_000, MAX_IN_FLIGHT),
  RECEIVER_CONCURRENCY: Count(1, 100, MAX_CONCURRENT_PER_RECEIVER),
  PAGE_SIZE_LIMIT: Count(DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_PAGE_SIZE),
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
      'must be the address before /v1 and /v2, without them',
    )
    .transform(value => new URL(value).href.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  UPSTREAM_TO_DATE: z
    .enum(['excluded', 'included'], { error: 'must be excluded or included' })
    .optional(),
  SESSION_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  PREVIOUS_SESSION_SECRETS: List.refine(
    secrets => secrets.every(secret => secret.length >= 32),
    'must be earlier values of SESSION_SECRET with commas between them',
  ),
  FIELD_MAP: ExistingFile.transform((file, context) => {
    const fields = readFieldFile(file)
    if (fields !== null) return fields
    context.addIssue(
      'must name a JSON file with the fields of a service, as “Fields of the service” in Settings exports it',
    )
    return z.NEVER
  }).optional(),
  RECEIVER_CA_FILE: ExistingFile.refine(
    hasCertificates,
    'must name a file with certificates in PEM form',
  ).optional(),
  RECEIVER_EXCEPTIONS: List.transform(exceptions =>
    exceptions.map(exception => exception.toLowerCase()),
  ).refine(
    exceptions => exceptions.every(isException),
    'must be host:port pairs or ranges with a port, and commas between them, such as localhost:8443,10.0.0.0/8:443',
  ),
  RECEIVER_PROXY: Url(
    'must be the http or https address of a proxy, such as http://proxy.example.com:3128',
  )
    .refine(value => URL.parse(value)?.pathname === '/', 'must have no path')
    .refine(value => !/[?#]/.test(value), 'must have no query and no #')
    .refine(hasReadableCredentials, UNREADABLE_CREDENTIALS)
    .transform(value => new URL(value).href)
    .optional(),
  TELEPHONY_KEY: Bearer.optional(),
  PREVIOUS_TELEPHONY_KEY: Bearer.optional(),
  METRICS_KEY: Bearer.optional(),
  PREVIOUS_METRICS_KEY: Bearer.optional(),
  RETRY_SCHEDULE: z
    .string()
    .default('1m,5m,30m')
    .transform(value => value.split(',').map(milliseconds))
    .refine(
      delays => delays.every(Number.isFinite),
      'must be delays with commas between them, such as 1m,5m,30m (s, m or h)',
    ),
  SMTP_URL: z
    .string()
    .refine(
      value => /^smtps?:\/\/[^/]/i.test(value) && URL.canParse(value),
      'must be the address of an SMTP server, such as smtp://user:password@smtp.example.com:587 or smtps://smtp.example.com',
    )
    .refine(hasReadableCredentials, UNREADABLE_CREDENTIALS)
    .optional(),
  NOTICE_FROM: z
    .string()
    .refine(
      value => EmailAddress.safeParse(value).success,
      'must be an e-mail address, such as redial@example.com',
    )
    .optional(),
  NOTICE_INTERVAL: z
    .string()
    .default('2m')
    .transform(milliseconds)
    .refine(Number.isFinite, { error: 'must be a duration such as 2m (s, m or h)', abort: true })
    .refine(ms => ms >= MIN_NOTICE_INTERVAL_MS, 'must be at least 30s'),
  ...RETENTION_SETTINGS,
  TIME_ZONE: z
    .string()
    .default('Africa/Johannesburg')
    .refine(isTimeZone, 'must be a time zone by its IANA name, such as Africa/Johannesburg'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('warn'),
  LOG_FORMAT: z.enum(['json', 'pretty'], { error: 'must be json or pretty' }).default('json'),
  OTEL_EXPORTER_OTLP_ENDPOINT: Url(
    'must be the http or https address of an OpenTelemetry collector, such as http://localhost:4318',
  ).optional(),
  WEBHOOK_TRACEPARENT: z.enum(['off', 'on'], { error: 'must be on or off' }).default('off'),
})

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

/** NaN if the text is no duration. */
function milliseconds(text: string): number {
  const [, count, unit = ''] = /^\s*([1-9]\d{0,4})([smh])\s*$/.exec(text) ?? []
  return Number(count) * ({ s: 1, m: 60, h: 3_600 }[unit] ?? Number.NaN) * 1_000
}

/** Whether every certificate can be parsed; TLS would skip the others without an error. */
function hasCertificates(file: string): boolean {
  try {
    const certificates = readFileSync(file, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[^-]*(-----END CERTIFICATE-----)?/g,
    )
    return certificates?.every(pem => new X509Certificate(pem)) ?? false
  } catch {
    return false
  }
}

function isHostName(name: string): boolean {
  return /^[\w-]+(\.[\w-]+)*\.?$/.test(domainToASCII(name))
}

function isTimeZone(name: string): boolean {
  // Intl also accepts offsets, which have no daylight saving time and are not names.
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The field map in a FIELD_MAP file; null if the file has no readable one. */
function readFieldFile(file: string): FieldFile | null {
  try {
    const fields = FieldFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    return Object.keys(fields).length === 0 ? null : fields
  } catch {
    return null
  }
}
