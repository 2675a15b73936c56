import * as z from 'zod/mini'
import type { ExportReport } from '../../contract/activity.ts'
import { request } from './request.ts'

/**
 * Has the activity log say what is about to be saved as a file. Without an entry there, none is saved.
 *
 * @throws ApiError
 */
export async function reportExport(body: ExportReport): Promise<void> {
  const path = '/gateway/activity/exports'
  await request(z.unknown(), path, { method: 'POST', body, expect: [204] })
}
