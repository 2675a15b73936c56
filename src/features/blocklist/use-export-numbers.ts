import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fileName } from '../../ui/save-text.ts'
import { saveBlob } from '../export/save-blob.ts'
import { useTimes } from '../session/times.ts'
import { blockedEntitiesOf } from './blocked-entities.ts'
import { blocklistFile } from './blocklist-file.ts'
import { type ExportScope, rowsOf } from './export-scope.ts'
import { blocklistQuery } from './queries.ts'

/** Reads the list anew and saves a part of it. `name` is null where there was nothing to save. */
export function useExportNumbers() {
  const queryClient = useQueryClient()
  const times = useTimes()
  return useMutation({
    mutationFn: async (scope: ExportScope): Promise<{ count: number; name: string | null }> => {
      const records = await queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 })
      const rows = rowsOf(scope, blockedEntitiesOf(records))
      if (rows.length === 0) return { count: 0, name: null }
      const name = fileName(`${nameOf(scope)}-${times.today()}`, 'csv')
      saveBlob(await blocklistFile(rows), name)
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
