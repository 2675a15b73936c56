import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reportExport } from '../../../api/report-export.ts'
import { useTimes } from '../../../format/times.ts'
import { safeFileName, saveBlob } from '../../../ui/download/save-text.ts'
import { blockedEntitiesOf } from '../records/blocked-entities.ts'
import { blocklistQuery } from '../records/queries.ts'
import { blocklistFile } from './blocklist-file.ts'
import { type ExportScope, getRows } from './export-scope.ts'

/** Loads the list again and saves a part of it. `name` is null if there was nothing to save. */
export function useExportNumbers() {
  const queryClient = useQueryClient()
  const times = useTimes()
  return useMutation({
    mutationFn: async (scope: ExportScope): Promise<{ count: number; name: string | null }> => {
      const records = await queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 })
      const rows = getRows(scope, blockedEntitiesOf(records))
      if (rows.length === 0) return { count: 0, name: null }
      const name = safeFileName(`${nameOf(scope)}-${times.today()}`, 'csv')
      const file = await blocklistFile(rows)
      const days = { from: null, to: null }
      await reportExport({ what: 'blocklist', ...days, rows: rows.length, format: 'csv' })
      saveBlob(file, name)
      return { count: rows.length, name }
    },
  })
}

/** "blocklist", "blocklist-company-acme-cars", "blocklist-company-acme-cars-found" */
function nameOf(scope: ExportScope): string {
  if (scope.kind === 'everything') return 'blocklist'
  const { context, reference, filter } = scope
  return `blocklist-${context}-${reference}${filter === '' ? '' : '-found'}`
}
