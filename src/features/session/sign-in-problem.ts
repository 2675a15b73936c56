import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'
import * as messages from './messages.ts'

/** Whether the token or link is invalid, so that a retry would not help. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'signed-out' || error.kind === 'invalid')
}

/** Explains why sign-in failed and what to do. */
export function signInProblem(error: Error, usedLink: boolean): string {
  if (isRefusal(error) && usedLink) {
    return messages.linkRefused
  }
  if (isRefusal(error)) {
    return messages.tokenRefused
  }
  const { title, message } = describeError(error)
  return `${title}. ${message}`
}
