import type { ExportReport } from '../../contract/activity.ts'
import { sendChange } from './request.ts'

/**
 * Records an export in the activity log. The file is saved only after that.
 *
 * @throws ApiError
 */
export function reportExport(body: ExportReport): Promise<void> {
  return sendChange('/gateway/activity/exports', { method: 'POST', body })
}
