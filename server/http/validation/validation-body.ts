import type { z } from 'zod'
import {
  type FieldErrors,
  NON_FIELD_ERRORS,
  type ValidationBody,
} from '../../../contract/errors.ts'

type Issue = z.core.$ZodIssue

/**
 * The Validation body for `error`, in the shapes of DRF 3.18 (docs/wire-format.md, "Validation
 * bodies"): nested by field and by index, with errors of the whole request only if every field
 * passes. Needs issues that were created with `reportInput`.
 */
export function validationBody(error: z.core.$ZodError): ValidationBody {
  const issues = error.issues.flatMap(atEachField)
  const ofFields = issues.filter(issue => issue.path.length > 0)
  if (ofFields.length > 0) return byKey(ofFields, 0)
  const messages = issues.map(issue => (issue.input === null ? 'No data provided' : issue.message))
  return { [NON_FIELD_ERRORS]: messages }
}

/** zod reports all unknown fields of an object in one issue, whose path is the object's. */
function atEachField(issue: Issue): Issue[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys.map(key => ({ ...issue, path: [...issue.path, key] }))
}

function byKey(issues: Issue[], depth: number): ValidationBody {
  const groups = Map.groupBy(issues, issue => String(issue.path[depth]))
  return Object.fromEntries([...groups].map(([key, group]) => [key, fieldErrors(group, depth + 1)]))
}

function fieldErrors(issues: Issue[], depth: number): FieldErrors {
  const ofField = issues.filter(issue => issue.path.length === depth)
  if (ofField.length === 0) return byKey(issues, depth)
  // The length of a value of the wrong type doesn't matter.
  const ofType = ofField.filter(issue => issue.code === 'invalid_type')
  const named = ofType.length > 0 ? ofType : ofField
  const messages = named.map(issue => issue.message)
  return named.some(concernsWhole) ? { [NON_FIELD_ERRORS]: messages } : messages
}

/** Whether it is about an object or a list that exists but can't be read entry by entry. */
function concernsWhole(issue: Issue): boolean {
  if (issue.code === 'invalid_type') {
    return ['object', 'array'].includes(issue.expected) && issue.input != null
  }
  return (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin === 'array'
}
