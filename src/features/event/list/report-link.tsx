import { IconReportAnalytics } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import button from '../../../ui/row-button.module.css'
import classes from './report-link.module.css'

type ReportLinkProps = {
  /** A replay, a company, or the days, the search and the filters of a list. */
  search: Extract<LinkProps<'a'>['search'], object>
  size?: 'xs' | 'sm'
  /** Whether a narrow window has no room for the label. */
  isInHeader?: boolean
}

/** Leads to what became of these events: when each was delivered, and what is still missing. */
export function ReportLink({ search, size = 'sm', isInHeader }: ReportLinkProps) {
  return (
    <Link
      to="/report"
      search={search}
      preload={false}
      className={button.button}
      data-size={size}
      title="Report"
    >
      <IconReportAnalytics size={16} aria-hidden />
      <span className={isInHeader ? classes.label : undefined}>Report</span>
    </Link>
  )
}
