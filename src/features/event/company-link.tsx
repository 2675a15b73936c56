import { Link } from '@tanstack/react-router'
import { shownText } from '../../../contract/text/shown-text.ts'
import type { DateRange } from './list/list-search.ts'

type CompanyLinkProps = {
  name: string
  /** What is shown; the name by default. */
  label?: string
  /** The days of its page; the last ones by default. */
  range?: DateRange | undefined
  className?: string | undefined
}

export function CompanyLink({ name, label, range, className }: CompanyLinkProps) {
  return (
    <Link
      to="/companies/$name"
      params={{ name }}
      search={range && { from: range.from, to: range.to }}
      preload={false}
      className={className}
      translate={label === undefined ? 'no' : undefined}
    >
      {label ?? shownText(name)}
    </Link>
  )
}
