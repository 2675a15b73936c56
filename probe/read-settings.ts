import { parseArgs } from 'node:util'
import { type Entity, EntityContext, PHONE_NUMBER } from '../contract/blocklist.ts'

export const HELP = `Checks a call-tracking service against the interface that Redial speaks.

  API_TOKEN=… npm run probe -- URL [options]

  URL               the service's base address, such as https://api.example.com
  --days DAYS       how far back to look for failed events, 1 to 366 (default: 30)
  --timeout SECONDS how long each answer may take, 1 to 120 (default: 30)
  --json            prints what was found as JSON
  --help            prints this

It only reads, one request at a time. To check blocking as well, name a number that is on no
blocklist yet, and an entity of yours; the number is blocked, unblocked, and all is as before:

  --block NUMBER --context company|partner|group --reference REFERENCE --name NAME

The token is taken from the environment variable API_TOKEN and from nowhere else. TIME_ZONE says
where the service's days begin (default: Africa/Johannesburg).

Exit code: 0 when all that the dashboard needs holds, 1 when something does not, 2 when the probe
could not run to its end.`

/** The arguments can't be used; the message says why. */
export class UsageError extends Error {}

/** The number that may be blocked and unblocked, and its entity. */
export type BlockTrial = { number: string; context: EntityContext; entity: Entity }

export type ProbeSettings = NonNullable<ReturnType<typeof readSettings>>

/**
 * @returns null if help is requested
 * @throws UsageError whose message never contains what was typed, because a token may be in it
 */
export function readSettings(words: string[], variables: Record<string, string | undefined>) {
  if (words.some(word => /^--token(=|$)/.test(word))) throw new UsageError(ADDRESS_ALONE)
  const { values, positionals } = parseWords(words)
  if (values.help) return null
  const [url, ...more] = positionals
  if (url === undefined) throw new UsageError(`Which service? Give its address.\n\n${HELP}`)
  if (more.length > 0) throw new UsageError(ADDRESS_ALONE)
  return {
    /** Has no trailing slash; may have a path. */
    baseUrl: baseUrlOf(url),
    token: tokenOf(variables.API_TOKEN),
    days: wholeNumber(values.days, 'days', 366),
    timeoutMs: wholeNumber(values.timeout, 'timeout', 120) * 1_000,
    /** IANA name of the zone in which the service's days begin. */
    timeZone: timeZoneOf(variables.TIME_ZONE),
    asJson: values.json,
    /** null if nothing may be written. */
    trial: readTrial(values),
  }
}

const ADDRESS_ALONE =
  'Give the address alone. The token belongs in the environment variable API_TOKEN: others on this machine can read arguments.'

function parseWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        days: { type: 'string', default: '30' },
        timeout: { type: 'string', default: '30' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        block: { type: 'string' },
        context: { type: 'string' },
        reference: { type: 'string' },
        name: { type: 'string' },
      },
    })
  } catch {
    throw new UsageError(`These options can't be used.\n\n${HELP}`)
  }
}

function baseUrlOf(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('The address must be http or https, such as https://api.example.com.')
  }
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) {
    throw new UsageError('The address must hold no user name, no password, no query and no #.')
  }
  if (/\/v\d+(\/|$)/.test(url.pathname)) {
    throw new UsageError('Give the address before /v1 and /v2, without them.')
  }
  return url.href.replace(/(?<!\/)\/+$/, '')
}

function tokenOf(variable = ''): string {
  const token = variable.trim()
  if (token === '') {
    throw new UsageError('Put the token of the service into the environment variable API_TOKEN.')
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError(
      'API_TOKEN contains spaces or letters beyond ASCII, which a token cannot have.',
    )
  }
  return token
}

function wholeNumber(text: string, option: string, most: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > most) {
    throw new UsageError(`--${option} must be a whole number from 1 to ${most}.`)
  }
  return number
}

function timeZoneOf(name = 'Africa/Johannesburg'): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw new UsageError('TIME_ZONE must be a time zone by its name, such as Africa/Johannesburg.')
  }
}

type TrialOptions = Partial<Record<'block' | 'context' | 'reference' | 'name', string>>

function readTrial({ block, context, reference, name }: TrialOptions): BlockTrial | null {
  if ([block, context, reference, name].every(value => value === undefined)) return null
  const { data } = EntityContext.safeParse(context)
  if (!block || !reference?.trim() || !name?.trim() || data === undefined) {
    throw new UsageError(
      'To check blocking, give all of --block, --context (company, partner or group), --reference and --name.',
    )
  }
  if (!PHONE_NUMBER.test(block)) {
    throw new UsageError('--block must be 7 to 15 digits with the country code, without a +.')
  }
  return { number: block, context: data, entity: { reference, name } }
}
