import * as z from 'zod/mini'
import type { ExportReport } from '../../contract/activity.ts'
import { request } from './request.ts'

/**
 * Records an export in the activity log. The file is saved only after that.
 *
 * @throws ApiError
 */
export async function reportExport(body: ExportReport): Promise<void> {
  const path = '/gateway/activity/exports'
  await request(z.unknown(), path, { method: 'POST', body, expect: [204] })
}
