import { distance } from 'fastest-levenshtein'
import { ExplainedError } from '../database/explained-error.ts'
import { Env, LOOPBACK } from './env.ts'

/**
 * Reads the settings. An empty variable counts as absent.
 *
 * @throws ExplainedError for a malformed setting, for one that another setting requires, and for a
 *   variable whose name is almost that of a setting
 */
export function readEnv(variables: Variables): Env {
  const { env, problems } = inspectEnv(variables)
  if (env === null) throw new ExplainedError(problems[0])
  return env
}

export type Variables = Record<string, string | undefined>

/**
 * Reads the settings, and says everything that is wrong with them, in sentences without the values
 * of secrets.
 *
 * @returns env: null if there are problems
 */
export function inspectEnv(variables: Variables): { env: Env | null; problems: string[] } {
  const values = nonEmptyIn(variables)
  const unknown = unknownSettings(Object.keys(values))
  const result = Env.safeParse(values)
  const wrong = result.success
    ? contradictions(result.data)
    : result.error.issues.map(({ path, message }) => `The setting ${path.join('.')} ${message}.`)
  const problems = [...unknown, ...wrong]
  return { env: result.success && problems.length === 0 ? result.data : null, problems }
}

/** The variables that are set. An empty one counts as absent. */
export function nonEmptyIn(variables: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined || value.trim() === '' ? [] : [[name, value]],
    ),
  )
}

/** PostgreSQL itself keeps some of the embedded one's 40 connections, and commands need a few. */
const EMBEDDED_CONNECTIONS = 32

function contradictions(env: Env): string[] {
  const { ROLE, DATABASE_URL, SESSION_SECRET } = env
  const problems: string[] = []
  if (ROLE !== 'all' && DATABASE_URL === undefined) {
    problems.push(
      `ROLE=${ROLE} needs DATABASE_URL: the embedded PostgreSQL is for one process, which does everything (ROLE=all).`,
    )
  }
  // A worker starts no sessions.
  if (DATABASE_URL !== undefined && SESSION_SECRET === undefined && ROLE !== 'worker') {
    problems.push(
      'With DATABASE_URL, SESSION_SECRET must be given too: every process has to open the same sessions.',
    )
  }
  if ((env.SMTP_URL === undefined) !== (env.NOTICE_FROM === undefined)) {
    problems.push('SMTP_URL and NOTICE_FROM belong together: give both to send notices by e-mail.')
  }
  if (isOwnAddress(env)) {
    problems.push(
      'The setting UPSTREAM_URL must be the address of another service: this one is Redial’s own.',
    )
  }
  const connections =
    env.POOL_REQUESTS + env.POOL_ATTEMPTS + env.POOL_LONG_WORK + env.POOL_JOB_QUEUE
  if (DATABASE_URL === undefined && connections > EMBEDDED_CONNECTIONS) {
    problems.push(
      `The pools may have ${EMBEDDED_CONNECTIONS} connections together to the embedded PostgreSQL, not ${connections}: lower POOL_REQUESTS, POOL_ATTEMPTS, POOL_LONG_WORK or POOL_JOB_QUEUE, or set DATABASE_URL.`,
    )
  }
  return problems
}

/** Whether requests that are passed on would come back to this process. */
function isOwnAddress({ UPSTREAM_URL, PUBLIC_URL, HOST, PORT }: Env): boolean {
  if (UPSTREAM_URL === undefined) return false
  const { origin, hostname, port, protocol } = new URL(UPSTREAM_URL)
  if (origin === PUBLIC_URL) return true
  const name = hostname.replace(/^\[|\]$/g, '')
  const isHere = name === HOST || LOOPBACK.test(name)
  return isHere && protocol === 'http:' && PORT !== 0 && Number(port || 80) === PORT
}

/** Settings have no common prefix, so a name close to one of them is probably a misspelling. */
function unknownSettings(names: string[]): string[] {
  const settings = Object.keys(Env.shape)
  return names.flatMap(name => {
    if (settings.includes(name)) return []
    const near = settings.find(setting => setting.length > 6 && distance(name, setting) <= 2)
    if (near) return [`${name} is not a setting of Redial. Did you mean ${near}?`]
    if (!/^(REDIAL|RECEIVER|UPSTREAM)_/.test(name)) return []
    return [`${name} is not a setting of Redial. It knows ${settings.join(', ')}.`]
  })
}
