import { IconDownload } from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { PopoverButton } from '../../ui/popover-button.tsx'
import type { ListProps } from '../event/list/list-search.ts'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import { EXPORT_KEY } from './export-request.ts'

const ExportPanel = lazyPart(async () => (await import('./export-panel.tsx')).ExportPanel)

export function ExportButton({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const isRunning = useIsMutating({ mutationKey: EXPORT_KEY }) > 0
  return (
    <PopoverButton
      label={isRunning ? 'Exporting…' : 'Export'}
      title="Export"
      isIconOnly="on phones"
      icon={<IconDownload size={16} aria-hidden />}
    >
      {() => <ExportPanel list={list} search={search} />}
    </PopoverButton>
  )
}
