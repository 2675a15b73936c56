import * as z from 'zod/mini'

/** Keys of objects and indexes of lists, from the outside in; -1 is the last element of a list. */
export type PathSteps = (string | number)[]

const STEP = /\["((?:[^"\\]|\\.)*)"\]|\[(-?\d{1,4})\]|\.?([^.[\]"]+)/y

/**
 * Parses a path such as `last_response.status`, `attempts[-1].error` or `["a.b"].c`.
 *
 * @returns null if it is malformed
 */
export function parsePath(path: string): PathSteps | null {
  const steps: PathSteps = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < path.length) {
    const step = STEP.exec(path)
    if (step === null) return null
    const [, quoted, index, key] = step
    if (index !== undefined) steps.push(Number(index))
    else if (quoted !== undefined) steps.push(quoted.replaceAll(/\\(.)/g, '$1'))
    else if (key !== undefined) steps.push(key)
  }
  return steps.length === 0 ? null : steps
}

export function formatPath(steps: PathSteps): string {
  return steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      if (/[.[\]"]/.test(step) || step === '') {
        return `["${step.replaceAll(/["\\]/g, '\\$&')}"]`
      }
      return index === 0 ? step : `.${step}`
    })
    .join('')
}

export function valueAt(value: unknown, steps: PathSteps): unknown {
  let at = value
  for (const step of steps) {
    if (typeof at !== 'object' || at === null) return undefined
    if (Array.isArray(at)) at = typeof step === 'number' ? at.at(step) : undefined
    else
      at = typeof step === 'string' && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined
  }
  return at
}

/** The value of the field at a path; undefined if there is no path or no such field. */
export function fieldAt(value: unknown, path: string | null): unknown {
  return path === null ? undefined : valueAt(value, stepsOf(path))
}

const parsed = new Map<string, PathSteps>()

/** The steps of a valid path, which is parsed once. */
export function stepsOf(path: string): PathSteps {
  const cached = parsed.get(path)
  if (cached !== undefined) return cached
  const steps = parsePath(path) ?? []
  if (parsed.size > 1_000) parsed.clear()
  parsed.set(path, steps)
  return steps
}

export const FieldPath = z
  .string()
  .check(z.minLength(1), z.maxLength(300))
  .check(z.refine(path => parsePath(path) !== null, 'This is not a valid path of a field.'))
