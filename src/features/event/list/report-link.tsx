import { IconReportAnalytics } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import popover from '../../../ui/popover-button.module.css'
import button from '../../../ui/row-button.module.css'

type ReportLinkProps = {
  /** A replay, a company, or the days, the search and the filters of a list. */
  search: Extract<LinkProps<'a'>['search'], object>
  size?: 'xs' | 'sm'
  /** Whether it loses its label where the other buttons of a header do. */
  isInHeader?: boolean
}

/** Leads to what became of these events: when each was delivered, and what is still missing. */
export function ReportLink({ search, size = 'sm', isInHeader }: ReportLinkProps) {
  return (
    <Link
      to="/report"
      search={search}
      preload={false}
      className={clsx(button.button, isInHeader && popover.button)}
      data-size={size}
      data-icon-only={isInHeader ? 'on phones' : undefined}
      title="Report"
    >
      <IconReportAnalytics size={16} aria-hidden />
      <span className={isInHeader ? popover.label : undefined}>Report</span>
    </Link>
  )
}
