import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../contract/text/count.ts'
import { SidebarPopover } from '../../ui/sidebar/sidebar-popover.tsx'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import classes from './notice-bell.module.css'
import { noticesQuery } from './notices-query.ts'

const NoticeList = lazyPart(() => import('./notice-list.tsx'))

/** Says how much is new since the person last looked, and opens it. */
export function NoticeBell() {
  const count = useQuery(noticesQuery).data?.new ?? 0
  return (
    <SidebarPopover
      id="notice-bell"
      label="Your notices"
      title="Notices"
      buttonClass={classes.bell}
      popoverClass={classes.popover}
      onApproach={NoticeList.preload}
      button={
        <>
          <IconBell size={18} stroke={1.75} aria-hidden />
          <span className={classes.label}>Notices</span>
          {count > 0 && (
            <span className={classes.count}>
              {formatNumber(count)}
              <span className={visuallyHidden.only}> new</span>
            </span>
          )}
        </>
      }
    >
      <NoticeList />
    </SidebarPopover>
  )
}
