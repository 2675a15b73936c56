import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FAILING_KINDS, type Notice } from '../../../contract/notices/notice.ts'
import { useTimes } from '../../format/times.ts'
import { Chip } from '../../ui/states/chip.tsx'
import { QueryWithoutData } from '../request-errors/request-failure.tsx'
import classes from './notice-bell.module.css'
import { changeSettings, noticesQuery, useNoticeChange } from './notices-query.ts'
import { Snooze } from './snooze.tsx'

/** The notices of the account, newest first. Opening the list makes all of them seen. */
export default function NoticeList() {
  const query = useQuery(noticesQuery)
  const { data } = query
  const newest = data?.results[0]?.id
  const { mutate: change } = useNoticeChange(changeSettings)
  // What was new when the list opened stays marked until it is closed.
  const [seenBefore, setSeenBefore] = useState<number>()
  if (data && seenBefore === undefined) {
    setSeenBefore(data.results.find(({ is_new }) => !is_new)?.id ?? 0)
  }
  useEffect(() => {
    if (newest !== undefined) change({ seen_until: newest })
  }, [newest, change])
  return (
    <>
      <div className={classes.head}>
        <h2>Notices</h2>
        <Link to="/settings" hash="notices" onClick={closePopover}>
          Settings
        </Link>
      </div>
      {data === undefined ? (
        <QueryWithoutData query={query} label="Loading the notices…" rows={3} />
      ) : data.results.length === 0 ? (
        <p className={classes.none}>
          {data.watch.state === 'on'
            ? 'Nothing has happened since Redial began to watch.'
            : 'Redial tells you here when receivers fail or recover, once it may watch this account.'}
        </p>
      ) : (
        <ul className={classes.list}>
          {data.results.map(notice => (
            <Item key={notice.id} notice={notice} isNew={notice.id > (seenBefore ?? 0)} />
          ))}
        </ul>
      )}
    </>
  )
}

/** How many and why. What to do is in the message and on the page that it links to. */
const LINES = 2

function Item({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { kind, receiver, title, lines, link, at } = notice
  const times = useTimes()
  return (
    <li>
      <p className={classes.title} translate="no">
        {title}
        {isNew && <Chip tone="wait">New</Chip>}
      </p>
      {lines.slice(0, LINES).map(line => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
      <div className={classes.foot}>
        <time dateTime={at}>{times.brief(at)}</time>
        {link !== null && (
          <Link to={link} onClick={closePopover}>
            Show
          </Link>
        )}
        {receiver !== null && FAILING_KINDS.has(kind) && <Snooze receiver={receiver} />}
      </div>
    </li>
  )
}

function closePopover({ currentTarget }: { currentTarget: Element }): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}
