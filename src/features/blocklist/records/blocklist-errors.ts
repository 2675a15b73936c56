import { ApiError } from '../../../api/api-error.ts'
import { describeError, type ErrorMessage } from '../../../api/error-messages.ts'

/**
 * Explains an error of the blocklist's endpoints. A 403 in a Blocklist body is about the entity: it
 * belongs to another partner or is unknown (docs/interface.md, "Errors"). Any other 403 means that
 * BlocklistPermission is missing.
 */
export function blocklistErrorMessage(error: unknown): ErrorMessage {
  if (isOfEntity(error)) {
    return {
      title: 'You can’t change this blocklist',
      message: `The service lets you change only the blocklists of your own companies, partner and groups. Its message: “${error.detail}”`,
    }
  }
  if (isTooLarge(error)) {
    return {
      title: 'The request is too large for the service',
      message:
        'It rejected even a single number. Report this to the operator of the service: neither the number nor Redial is the cause.',
    }
  }
  return describeError(error, 'blocklist')
}

export function isOfEntity(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'forbidden' && error.body === 'blocklist'
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof ApiError && error.status === 413
}
