import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { PHONE_NUMBER } from '../../contract/blocklist.ts'
import { type FieldErrors, NON_FIELD_ERRORS, type ValidationBody } from '../../contract/errors.ts'
import { formatCount } from '../../contract/text/count.ts'
import { validationError } from './http-error.ts'

type Issue = z.core.$ZodIssue

/**
 * The Validation body for `error`, in the shapes of DRF 3.18 (docs/wire-format.md, "Validation
 * bodies"): nested by field and by index, with errors of the whole request only if every field
 * passes. Needs issues that were created with `reportInput`.
 *
 * @param most how many problems of fields it shows; the others are only counted
 */
export function validationBody(
  error: z.core.$ZodError,
  most = Number.POSITIVE_INFINITY,
): ValidationBody {
  const issues = error.issues.flatMap(atEachField)
  const ofFields = issues.filter(issue => issue.path.length > 0)
  if (ofFields.length > 0)
    return withCounts(byKey(ofFields.slice(0, most), 0), ofFields.slice(most))
  const messages = issues.map(issue => (issue.input === null ? 'No data provided' : issue.message))
  return { [NON_FIELD_ERRORS]: messages }
}

/** zod reports all unknown fields of an object in one issue, whose path is the object's. */
function atEachField(issue: Issue): Issue[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys.map(key => ({ ...issue, path: [...issue.path, key] }))
}

/** Adds how many further problems each field has. */
function withCounts(body: ValidationBody, others: Issue[]): ValidationBody {
  for (const [field, { length }] of Map.groupBy(others, ({ path }) => String(path[0]))) {
    const shown = body[field] ?? {}
    const more = [`${formatCount(length, 'more problem is', 'more problems are')} not shown.`]
    body[field] = Array.isArray(shown)
      ? [...shown, ...more]
      : { ...(typeof shown === 'object' && shown), [NON_FIELD_ERRORS]: more }
  }
  return body
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
  const relevant = ofType.length > 0 ? ofType : ofField
  const messages = relevant.map(issue => issue.message)
  return relevant.some(concernsWhole) ? { [NON_FIELD_ERRORS]: messages } : messages
}

/** Whether it is about an object or a list that exists but can't be read entry by entry. */
function concernsWhole(issue: Issue): boolean {
  if (issue.code === 'invalid_type') {
    return ['object', 'array'].includes(issue.expected) && issue.input != null
  }
  return (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin === 'array'
}

/** Parses input with the route's zod schema. Input that doesn't pass is a 400 Validation. */
export const validatorCompiler = compilerFor(Number.POSITIVE_INFINITY)

/** For lists of ids, which may be long and which no person corrects one by one. */
export const briefValidatorCompiler = compilerFor(100)

function compilerFor(mostProblems: number): FastifySchemaCompiler<z.core.$ZodType> {
  return ({ schema }) =>
    data => {
      const result = z.safeParse(schema, data, { error: drfMessage, reportInput: true })
      return result.success
        ? { value: result.data }
        : { error: validationError(validationBody(result.error, mostProblems)) }
    }
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * Describes an issue in the sentences of docs/wire-format.md. A message of the schema's own takes
 * precedence.
 */
export function drfMessage(issue: RawIssue): string | undefined {
  if (issue.input === undefined) return 'This field is required.'
  if (issue.input === null) return 'This field may not be null.'
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue)
    case 'invalid_value':
      return `"${textOf(issue.input)}" is not a valid choice.`
    case 'invalid_format':
      return formatMessage(issue)
    case 'unrecognized_keys':
      return unknownFieldMessage(issue)
    case 'too_small':
      if (issue.origin === 'array') return 'This list may not be empty.'
      return isNumber(issue)
        ? `Ensure this value is ${issue.inclusive ? 'greater than or equal to' : 'greater than'} ${issue.minimum}.`
        : 'This field may not be blank.'
    case 'too_big':
      if (isNumber(issue)) return `Ensure this value is less than or equal to ${issue.maximum}.`
      return `Ensure this field has no more than ${issue.maximum} ${issue.origin === 'array' ? 'elements' : 'characters'}.`
    default:
      return undefined
  }
}

function isNumber({ origin }: { origin: string }): boolean {
  return origin === 'number' || origin === 'int'
}

function typeMessage(issue: RawIssue & { code: 'invalid_type' }): string {
  const got = pythonType(issue.input)
  if (issue.expected === 'array') return `Expected a list of items but got type "${got}".`
  if (issue.expected === 'object') {
    return `Invalid data. Expected a dictionary, but got ${got}.`
  }
  if (issue.expected === 'int' || issue.expected === 'number') return 'A valid integer is required.'
  if (issue.expected === 'boolean') return 'Must be a valid boolean.'
  return 'Not a valid string.'
}

function unknownFieldMessage({ inst }: RawIssue): string {
  const fields = inst instanceof z.core.$ZodObject ? Object.keys(inst._zod.def.shape) : []
  return `Unknown field; nothing was changed. Valid fields: ${fields.join(', ')}.`
}

function formatMessage(issue: RawIssue & { code: 'invalid_format' }): string {
  if (issue.format === 'date') {
    return 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'
  }
  if (issue.format === 'datetime') {
    return 'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]]+HH:MM, YYYY-MM-DDThh:mm[:ss[.uuuuuu]]-HH:MM, YYYY-MM-DDThh:mm[:ss[.uuuuuu]]Z.'
  }
  if (typeof issue.input === 'string' && issue.input.trim() === '') {
    return 'This field may not be blank.'
  }
  if (issue.pattern === String(PHONE_NUMBER)) {
    return 'Enter a phone number of 7 to 15 digits, country code first and no +, such as 27821234567.'
  }
  return 'This value does not match the required pattern.'
}

/** Lists and objects only by their type: a deeply nested one would overflow the stack. */
function textOf(input: unknown): string {
  return typeof input === 'object' ? pythonType(input) : String(input)
}

/** Servers of this kind are written in Python, and their messages use its type names. */
function pythonType(input: unknown): string {
  if (Array.isArray(input)) return 'list'
  if (typeof input === 'string') return 'str'
  if (typeof input === 'boolean') return 'bool'
  if (typeof input === 'number') return Number.isInteger(input) ? 'int' : 'float'
  return 'dict'
}
