import { join } from 'node:path'
import { z } from 'zod'
import { Env } from './env.ts'
import { nonEmptyIn, type Variables } from './read-env.ts'

export type DescribedSetting = {
  name: string
  /** The text in the environment, without secrets. */
  value: string
  source: 'default' | 'environment' | 'generated' | 'not set'
}

const HIDDEN = '(hidden)'

/** The names of settings whose whole value is a secret, also of future ones. */
const SECRET = /_(SECRETS?|KEYS?)$/

/** Made in DATA_DIR where Redial runs its own PostgreSQL. */
const GENERATED = new Map([
  ['SESSION_SECRET', 'session-secret'],
  ['TELEPHONY_KEY', 'telephony-key'],
])

/** Each setting with its value and where the value comes from, even if it is malformed. */
export function describeSettings(variables: Variables): DescribedSetting[] {
  const values = nonEmptyIn(variables)
  const keepsKeys = values.DATABASE_URL === undefined
  return Object.entries(Env.shape).map(([name, schema]) => {
    const value = values[name]
    if (value !== undefined) return { name, value: shown(name, value), source: 'environment' }
    const file = GENERATED.get(name)
    if (file !== undefined && keepsKeys) {
      const folder = values.DATA_DIR ?? defaultOf(Env.shape.DATA_DIR) ?? ''
      return { name, value: `${HIDDEN}, in ${join(folder, file)}`, source: 'generated' }
    }
    const standard = defaultOf(schema)
    if (standard === null || standard === '') return { name, value: '', source: 'not set' }
    return { name, value: standard, source: 'default' }
  })
}

/** A user name and a password in an address are hidden, however malformed it is. */
function shown(name: string, value: string): string {
  if (SECRET.test(name)) return HIDDEN
  return withoutUser(value.trim()).replace(/([?&])([^=&?]*)=[^&]*/g, (part, mark, name) =>
    /pass|key|secret|token/i.test(name) ? `${mark}${name}=${HIDDEN}` : part,
  )
}

function withoutUser(address: string): string {
  const begin = address.indexOf('//')
  const end = address.lastIndexOf('@')
  if (begin === -1 || end < begin) return address
  return `${address.slice(0, begin)}//${HIDDEN}${address.slice(end)}`
}

/** The text that the environment would have; null if there is none. */
function defaultOf(schema: unknown): string | null {
  if (schema instanceof z.ZodDefault) return String(schema.def.defaultValue)
  if (schema instanceof z.ZodPipe) return defaultOf(schema.def.in)
  if (schema instanceof z.ZodOptional) return defaultOf(schema.def.innerType)
  return null
}
