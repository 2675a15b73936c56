import { Button, Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListProps } from '../failed-events/list-search.ts'
import { numberWords } from '../replays/run-words.ts'
import { ExportForm } from './export-form.tsx'
import classes from './export-menu.module.css'
import { ExportResult } from './export-result.tsx'
import { progressWords } from './export-words.ts'
import { useExport } from './use-export.ts'

/** Saves failed events as a file, for a spreadsheet or for a program. */
export function ExportMenu({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const [isOpen, setIsOpen] = useState(false)
  const task = useExport()
  const { reading, isRunning } = task
  const share =
    reading?.count && reading.read < reading.count
      ? ` ${numberWords(Math.floor((100 * reading.read) / reading.count))}%`
      : ''
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(380px, calc(100vw - 32px))"
      trapFocus
      returnFocus
      classNames={{ dropdown: classes.menu }}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isRunning ? `Exporting${share}` : 'Export'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Export">
        {isRunning ? (
          <div className={classes.running}>
            <p className={classes.words}>{progressWords(reading)}</p>
            {/* Numbers that change with every page are not read out. */}
            <p className={classes.readOut} role="status">
              {reading?.wait ? 'Waiting for the service…' : 'Exporting…'}
            </p>
            <progress
              className={classes.progress}
              aria-label="Events read"
              value={reading?.count ? reading.read : undefined}
              max={Math.max(1, reading?.count ?? 1)}
            />
            <p className={classes.hint}>You may close this and go on with this list.</p>
            <Button variant="default" size="sm" autoFocus onClick={task.cancel}>
              Cancel
            </Button>
          </div>
        ) : (
          <>
            <ExportResult task={task} />
            <ExportForm list={list} search={search} onExport={task.start} />
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
