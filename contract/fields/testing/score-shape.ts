import type { FieldMap } from '../field-map.ts'
import { parsePath, valueAt } from '../field-path.ts'
import { recognizeFields } from '../recognize-fields.ts'
import type { Shape } from './shape.ts'

/** The recognised meanings of a shape. */
export type Score = {
  found: string[]
  missed: string[]
  /** "item.status: found error_code, not response_status" */
  wrong: string[]
}

export function scoreShape(shape: Shape, zone = 'UTC'): Score {
  const map = recognizeFields(shape.items, { zone, range: shape.range })
  const score: Score = { found: [], missed: [], wrong: [] }
  for (const [meaning, found, expected] of meaningsOf(map, shape)) {
    if (shape.unsaid?.includes(meaning)) continue
    const isAlsoRight =
      found !== null &&
      (shape.alsoRight?.[meaning]?.includes(found) || hasSameValues(shape, found, expected))
    if (found === expected) {
      if (found !== null) score.found.push(meaning)
    } else if (isAlsoRight) score.found.push(meaning)
    else if (found === null) score.missed.push(`${meaning}: missed ${expected}`)
    else score.wrong.push(`${meaning}: found ${found}, not ${expected}`)
  }
  return score
}

/** Each meaning with its recognised path and the right one. */
function meaningsOf(map: FieldMap, { expected }: Shape): [string, string | null, string | null][] {
  return (['item', 'attempt', 'payload'] as const).flatMap(part => {
    const right: Partial<Record<string, string | null>> = expected[part] ?? {}
    return Object.entries(map[part]).map(
      ([meaning, path]): [string, string | null, string | null] => [
        `${part}.${meaning}`,
        path,
        right[meaning] ?? null,
      ],
    )
  })
}

/** A copy of the right field also counts. */
function hasSameValues({ items }: Shape, found: string, expected: string | null): boolean {
  if (expected === null) return false
  const [one, other] = [parsePath(found) ?? [], parsePath(expected) ?? []]
  return items.every(item => {
    const value = valueAt(item, one)
    return value !== undefined && value === valueAt(item, other)
  })
}
