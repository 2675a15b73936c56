import type { FollowUp, FollowUpKey } from '../../../contract/follow-up.ts'
import { formatCount } from '../../../contract/text/count.ts'
import type { Times } from '../../../contract/time/times-in.ts'
import { useTimes } from '../../format/times.ts'
import chip from '../../ui/chip.module.css'
import classes from './follow-up-line.module.css'
import { FOLLOW_UP_STATES } from './messages.ts'
import { findFollowUp, useFollowUps } from './use-follow-up.ts'

type FollowUpLineProps = {
  about: FollowUpKey
  /** Of the receiver. What people did about one of them is shown, too. */
  companies?: string[]
}

/** What people have done so far about a receiver and its companies, in one line. Empty if that is nothing. */
export function FollowUpLine({ about, companies = [] }: FollowUpLineProps) {
  const all = useFollowUps() ?? []
  const times = useTimes()
  const own = findFollowUp(all, about)
  const others = all.filter(({ kind, value }) => kind === 'company' && companies.includes(value))
  const parts = [
    ...(own ? summarise(own, times) : []),
    ...others.flatMap(one => {
      const { owner, state, value } = one
      const said = [
        ...(owner === null ? [] : [`taken by ${owner}`]),
        ...(state === 'open' ? [] : [FOLLOW_UP_STATES[state].toLowerCase()]),
        ...summarise(one, times),
      ]
      return said.length === 0 ? [] : `${value}: ${said.join(', ')}`
    }),
  ]
  const state = own && own.state !== 'open' && FOLLOW_UP_STATES[own.state]
  if (!state && parts.length === 0) return null
  return (
    <p className={classes.line}>
      {state && (
        <span className={chip.chip} data-tone={own.state === 'done' ? 'good' : 'wait'}>
          {state}
        </span>
      )}{' '}
      {parts.join(' · ')}
      {own?.ticket_url && (
        <>
          {parts.length > 0 && ' · '}
          <TicketLink url={own.ticket_url} />
        </>
      )}
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

function summarise({ recurred_at, informed, notes }: FollowUp, times: Times): string[] {
  return [
    recurred_at !== null && `failed again ${times.brief(recurred_at)}, after it was done`,
    informed && `customer informed ${times.brief(informed.at)} by ${informed.who ?? 'a script'}`,
    notes > 0 && formatCount(notes, 'note', 'notes'),
  ].filter(part => part !== false && part !== null)
}
