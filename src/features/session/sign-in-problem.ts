import { ApiError } from '../../api/api-error.ts'
import { errorWords } from '../../api/error-words.ts'

/** Why signing in failed and what to do, in a sentence or two. */
export function signInProblem(error: Error, usedLink: boolean): string {
  const isRefused =
    error instanceof ApiError && (error.kind === 'signed-out' || error.kind === 'invalid')
  if (isRefused && usedLink) {
    return 'This sign-in link has been used already or is too old: each works once. Start the demo again for a new one, or sign in with a token.'
  }
  if (isRefused) {
    return 'The service does not accept this token. Check that you copied all of it, and that it has not been replaced by a newer one.'
  }
  const { title, message } = errorWords(error)
  return `${title}. ${message}`
}
