import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { formatNumber } from '../../../contract/text/count.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import classes from './notice-bell.module.css'
import { noticesQuery } from './notices-query.ts'

const NoticeList = lazyPart(async () => (await import('./notice-list.tsx')).NoticeList)

/** Says how much is new since the person last looked, and opens it. */
export function NoticeBell() {
  const [isOpen, setIsOpen] = useState(false)
  const isPainted = useIsPainted()
  const { data } = useQuery({ ...noticesQuery, enabled: isPainted })
  const count = data?.new ?? 0
  return (
    <>
      <button
        type="button"
        className={classes.bell}
        popoverTarget="notice-bell"
        title="Notices"
        onPointerEnter={NoticeList.preload}
      >
        <IconBell size={18} stroke={1.75} aria-hidden />
        <span className={classes.label}>Notices</span>
        {count > 0 && (
          <span className={classes.count}>
            {formatNumber(count)}
            <span className={visuallyHidden.only}> new</span>
          </span>
        )}
      </button>
      <section
        id="notice-bell"
        popover="auto"
        className={classes.popover}
        aria-label="Your notices"
        onToggle={event => setIsOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Suspense>
            <NoticeList />
          </Suspense>
        )}
      </section>
    </>
  )
}

/** The page comes first. */
function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    let isGone = false
    void afterPaint().then(() => {
      if (!isGone) setIsPainted(true)
    })
    return () => {
      isGone = true
    }
  }, [])
  return isPainted
}
