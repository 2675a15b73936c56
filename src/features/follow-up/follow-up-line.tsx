import { Fragment } from 'react'
import { FOLLOW_UP_STATES, type FollowUpKey } from '../../../contract/follow-up.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { useTimes } from '../../format/times.ts'
import { Chip } from '../../ui/states/chip.tsx'
import classes from './follow-up-line.module.css'
import { isSame, summarise, summariseOwner, summariseRelated } from './messages.ts'
import { findFollowUp, useFollowUps, useMe } from './use-follow-up.ts'

export type FollowUpLineProps = {
  about: FollowUpKey
  /** The companies of a receiver, or the receivers of a company. What people did about one of them is shown, too. */
  related?: FollowUpKey[]
  /** When the newest of the events that are still missing failed. */
  last?: string | null
  /** Whether no button next to it names who has taken it. */
  namesOwner?: boolean
}

/** What people have done so far about a receiver and its companies, in one line. Empty if that is nothing. */
export function FollowUpLine({
  about,
  related = [],
  last = null,
  namesOwner = false,
}: FollowUpLineProps) {
  const all = useFollowUps() ?? []
  const context = { times: useTimes(), last, me: useMe() }
  const own = findFollowUp(all, about)
  const others = all.filter(one => related.some(key => isSame(key, one)))
  const ofOwn = [
    ...summariseOwner(own, namesOwner || others, context.me),
    ...(own ? summarise(own, context) : []),
  ].join(' · ')
  // The other parts begin with a receiver's name, which is not capitalised.
  const parts = [capitalise(ofOwn), ...others.map(one => summariseRelated(one, context))].filter(
    text => text !== '',
  )
  const state = own && own.state !== 'open' && FOLLOW_UP_STATES[own.state]
  const tickets = new Set([own, ...others].flatMap(one => one?.ticket_url ?? []))
  if (!state && parts.length === 0 && tickets.size === 0) return null
  return (
    <p className={classes.line}>
      {state && <Chip tone={own.state === 'done' ? 'good' : 'wait'}>{state}</Chip>}
      {state && parts.length > 0 && ' · '}
      {parts.join(' · ')}
      {Array.from(tickets, (url, at) => (
        <Fragment key={url}>
          {(at > 0 || state || parts.length > 0) && ' · '}
          <TicketLink url={url} />
        </Fragment>
      ))}
    </p>
  )
}

/** Also used without a ticket system's name, because nobody knows it. */
export function TicketLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" title={url} translate="no">
      Ticket {ticketName(url)}
    </a>
  )
}

/** The last part of the path, which usually is the ticket's number, or else the host. */
export function ticketName(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname.split('/').filter(Boolean).at(-1)?.slice(0, 40) ?? host
}
