import { ApiError } from '../../api/api-error.ts'
import { errorWords } from '../../api/error-messages.ts'

/** Whether what was offered, a token or a link, is not good: trying again would not help. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'signed-out' || error.kind === 'invalid')
}

/** Why signing in failed and what to do, in a sentence or two. */
export function signInProblem(error: Error, usedLink: boolean): string {
  if (isRefusal(error) && usedLink) {
    return 'This sign-in link has been used already, or is older than 15 minutes. To get another one, run “npm run sessions -- link” where Redial runs. You can also sign in with a token.'
  }
  if (isRefusal(error)) {
    return 'The service does not accept this token. Check that you copied all of it, and that it has not been replaced by a newer one.'
  }
  const { title, message } = errorWords(error)
  return `${title}. ${message}`
}
