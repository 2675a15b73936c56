import { z } from 'zod'

const MAX_REPORTED = 4

/**
 * What keeps items from being as `schema` says, such as "caller_number: expected string (in 3 of
 * 20)"; null when all of them are.
 */
export function shapeProblems(schema: z.core.$ZodType, items: unknown[]): string | null {
  const counts = new Map<string, number>()
  for (const item of items) {
    for (const words of new Set(problemsOf(schema, item))) {
      counts.set(words, (counts.get(words) ?? 0) + 1)
    }
  }
  if (counts.size === 0) return null
  const named = [...counts]
    .slice(0, MAX_REPORTED)
    .map(([words, count]) =>
      items.length === 1 ? words : `${words} (in ${count} of ${items.length})`,
    )
  const more = counts.size - named.length
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '')
}

function problemsOf(schema: z.core.$ZodType, item: unknown): string[] {
  const issues = z.core.safeParse(schema, item, { reportInput: true }).error?.issues
  return issues?.map(formatIssue) ?? []
}

/** The path contains only names of the interface, because its schemas have no others. */
function formatIssue(issue: z.core.$ZodIssue): string {
  const steps = issue.path.filter(step => typeof step === 'string')
  const place = steps.toReversed().join(' of ') || 'the item'
  if (issue.input === undefined) return `${place} is missing`
  if (issue.code === 'invalid_type')
    return `${place} is not ${EXPECTED[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_format') return `${place} is not a valid ${issue.format}`
  if (issue.code === 'invalid_value') return `${place} is not one of ${issue.values.join(', ')}`
  return `${place} is not as the interface says`
}

const EXPECTED: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}
