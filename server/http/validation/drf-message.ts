import { z } from 'zod'
import { PHONE_NUMBER } from '../../../contract/blocklist.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * Describes an issue in the sentences of docs/wire-format.md. A message of the schema's own takes
 * precedence.
 */
export function drfMessage(issue: Issue): string | undefined {
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

function typeMessage(issue: Issue & { code: 'invalid_type' }): string {
  const got = pythonType(issue.input)
  if (issue.expected === 'array') return `Expected a list of items but got type "${got}".`
  if (issue.expected === 'object') {
    return `Invalid data. Expected a dictionary, but got ${got}.`
  }
  if (issue.expected === 'int' || issue.expected === 'number') return 'A valid integer is required.'
  if (issue.expected === 'boolean') return 'Must be a valid boolean.'
  return 'Not a valid string.'
}

function unknownFieldMessage({ inst }: Issue): string {
  const known = inst instanceof z.core.$ZodObject ? Object.keys(inst._zod.def.shape) : []
  return `Unknown field; nothing was changed. Valid fields: ${known.join(', ')}.`
}

function formatMessage(issue: Issue & { code: 'invalid_format' }): string {
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
