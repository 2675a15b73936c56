import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import classes from './activity-page.module.css'
import { activityFilePath, hasIncompleteNumber, hasUnreadableDays } from './activity-query.ts'
import type { ActivityProps, ActivitySearch } from './activity-search.ts'
import * as messages from './messages.ts'

/** Who changed what on the account. */
export function ActivityPage({ search, onSearch }: ActivityProps) {
  return (
    <>
      <PageHeader title={messages.title} action={<ExportActivity search={search} />}>
        {messages.purpose}
      </PageHeader>
      <Card>
        <ActivityFilters search={search} onSearch={onSearch} />
        {hasIncompleteNumber(search) && <Notice tone="wait">{messages.incompleteNumber}</Notice>}
        {hasUnreadableDays(search) && <Notice tone="wait">{messages.daysNotReadable}</Notice>}
        <ActivityList search={search} onSearch={onSearch} />
      </Card>
    </>
  )
}

function ExportActivity({ search }: { search: ActivitySearch }) {
  return (
    <PopoverButton
      label={messages.exportLabel}
      title={messages.exportTitle}
      icon={<IconDownload size={16} aria-hidden />}
    >
      {close => (
        <div className={classes.export}>
          <p>{messages.exportExplanation}</p>
          {FORMATS.map(({ format, label, hint }) => (
            <div key={format}>
              <Button
                component="a"
                href={activityFilePath(search, format)}
                download
                variant="default"
                size="sm"
                fullWidth
                onClick={close}
              >
                {label}
              </Button>
              <p className={classes.hint}>{hint}</p>
            </div>
          ))}
        </div>
      )}
    </PopoverButton>
  )
}

const FORMATS = [
  { format: 'csv', label: messages.saveAsCsv, hint: messages.csvHint },
  {
    format: 'jsonl',
    label: messages.saveAsJsonLines,
    hint: messages.jsonLinesHint,
  },
] as const
