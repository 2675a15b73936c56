import { IconDownload } from '@tabler/icons-react'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import * as messages from '../messages.ts'
import type { ExportNumbersPanelProps } from './export-numbers-panel.tsx'

const ExportNumbersPanel = lazyPart(
  async () => (await import('./export-numbers-panel.tsx')).ExportNumbersPanel,
)

/** Saves blocked numbers as a file for a spreadsheet. */
export function ExportNumbers(props: ExportNumbersPanelProps) {
  return (
    <PopoverButton
      label={messages.exportLabel}
      title={messages.exportTitle}
      icon={<IconDownload size={16} aria-hidden />}
    >
      {() => <ExportNumbersPanel {...props} />}
    </PopoverButton>
  )
}
