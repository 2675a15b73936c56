import { shownText } from '../../contract/text/shown-text.ts'
import { formatWait } from '../format/durations.ts'
import { ApiError } from './api-error.ts'

/** `title` says what happened, `message` what it means and what to do. */
export type ErrorMessage = { title: string; message: string }

/**
 * Explains an error of `request` to an account manager. Texts of the service are only quoted, never
 * interpreted, because they may change.
 *
 * @param about the resource; on the blocklist, a refusal most likely means that the token lacks
 *   BlocklistPermission
 */
export function describeError(
  error: unknown,
  about: 'blocklist' | 'other' = 'other',
): ErrorMessage {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong on this page',
      message: 'The problem is in Redial, not in your data. Reload the page.',
    }
  }
  switch (error.kind) {
    case 'offline':
      return {
        title: 'No connection',
        message: 'Redial can’t be reached. Check your network connection, then try again.',
      }
    case 'outdated':
      return {
        title: 'Redial has a new version',
        message:
          'Part of this page has changed since you opened it and could not be loaded. Reload the page.',
      }
    case 'cut-off':
      return {
        title: 'The answer was cut off',
        message:
          'The answer was incomplete or damaged, so Redial doesn’t show it. Try again. If this keeps happening, contact the operator of the service.',
      }
    case 'signed-out':
      return {
        title: 'You were signed out',
        message: 'The service no longer accepts the token. Sign in again to continue.',
      }
    case 'refused':
      return {
        title: 'Not allowed',
        message: withQuote('Ask the operator of the service to allow it.', error),
      }
    case 'forbidden':
      // It is about the entity of a change (docs/interface.md, "Errors"). Any other means that a permission is missing.
      if (error.body === 'blocklist') {
        return {
          title: 'You can’t change this blocklist',
          message: `The service lets you change only the blocklists of your own companies, partner and groups. Its message: “${error.detail}”`,
        }
      }
      return about === 'blocklist'
        ? {
            title: 'The blocklist is not enabled for this token',
            message: withQuote(
              'Your token is valid, but it lacks BlocklistPermission. Ask the operator of the service to enable it, then try again.',
              error,
            ),
          }
        : {
            title: 'Not allowed',
            message: withQuote(
              'Your token is valid, but it may not see or change this. Ask the operator of the service to allow it.',
              error,
            ),
          }
    case 'unnamed':
      return {
        title: 'Your name is needed',
        message: 'Nothing was changed. Try again.',
      }
    case 'not-found':
      return about === 'blocklist'
        ? {
            title: 'The service doesn’t offer this',
            message: withQuote(
              'It has no such blocklist, or your token can’t access it. Ask the operator of the service.',
              error,
            ),
          }
        : {
            title: 'Not found',
            message: withQuote('This doesn’t exist, or your token can’t access it.', error),
          }
    case 'conflict':
      return {
        title: 'Already changed',
        message: withQuote(
          'Someone else changed or started this. Reload to see the latest.',
          error,
        ),
      }
    case 'throttled':
      return {
        title: 'The service is busy',
        message: `It asks us to wait ${formatWait(error.retryAfter)} before the next request. Nothing is wrong with your data.`,
      }
    case 'unavailable':
      return {
        title: 'The service could not answer',
        message: withQuote(
          `${isBetween(error) ? 'Redial got no usable answer' : 'The service failed'}${formatStatus(error)}. Try again in a moment. If this keeps happening, contact the operator of the service.`,
          error,
        ),
      }
    case 'invalid':
      return {
        title: 'The service did not accept this',
        message: withQuote('The service found something invalid in the request.', error),
      }
    case 'unreadable':
      return {
        title: 'The answer could not be read',
        message: `Redial does not understand the answer of the service${formatStatus(error)}. Try again. If this keeps happening, contact the operator of the service${error.detail === null ? '.' : `: “${shownText(error.detail)}”`}`,
      }
  }
}

/** Such an answer comes from a server in between, such as the gateway. The service itself may be fine. */
function isBetween({ status }: ApiError): boolean {
  return status === 502 || status === 504
}

/** Details of what came from in between name the status of the service, which is another one. */
function formatStatus(error: ApiError): string {
  const isOfGateway = isBetween(error) && error.detail !== null
  return error.status === null || isOfGateway ? '' : ` (status ${error.status})`
}

function withQuote(sentence: string, error: ApiError): string {
  return error.detail === null
    ? sentence
    : `${sentence} ${isBetween(error) ? 'Details' : 'The service says'}: “${shownText(error.detail)}”`
}

/** The same in one text. For a conflict, that is the gateway's own sentence. */
export function errorText(error: unknown, about?: 'blocklist'): string {
  if (error instanceof ApiError && error.kind === 'conflict' && error.detail !== null) {
    return shownText(error.detail)
  }
  const { title, message } = describeError(error, about)
  return `${title}. ${message}`
}
