import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'

/** Whether the token or link is invalid, so that a retry would not help. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'signed-out' || error.kind === 'invalid')
}

/** Explains why sign-in failed and what to do. */
export function signInProblem(error: Error, usedLink: boolean): string {
  if (isRefusal(error) && usedLink) {
    return 'This sign-in link was already used or is older than 15 minutes. To get a new one, run “npm run sessions -- link” on Redial’s server. You can also sign in with a token.'
  }
  if (isRefusal(error)) {
    return 'The service does not accept this token. Check that you copied all of it and that no newer token has replaced it.'
  }
  const { title, message } = describeError(error)
  return `${title}. ${message}`
}
