import { ApiError } from '../../../api/api-error.ts'
import { describeError, type ErrorMessage } from '../../../api/error-messages.ts'
import { isTooLarge } from '../batch/send-in-batches.ts'
import * as messages from '../messages.ts'

/**
 * Explains an error of the blocklist's endpoints. A 403 in a Blocklist body is about the entity: it
 * belongs to another partner or is unknown (docs/interface.md, "Errors"). Any other 403 means that
 * BlocklistPermission is missing.
 */
export function blocklistErrorMessage(error: unknown): ErrorMessage {
  if (isOfEntity(error)) {
    return {
      title: messages.notYoursTitle,
      message: messages.notYours(error.detail),
    }
  }
  if (isTooLarge(error)) {
    return {
      title: messages.tooLargeTitle,
      message: messages.tooLarge,
    }
  }
  return describeError(error, 'blocklist')
}

export function isOfEntity(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'forbidden' && error.body === 'blocklist'
}
