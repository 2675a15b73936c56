import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import {
  FOLLOW_UP_STATES,
  FOLLOW_UPS_PATH,
  type FollowUp,
  type FollowUpKey,
  FollowUpNotes,
  FollowUpState,
  TicketUrl,
} from '../../../contract/follow-up.ts'
import { formatCount } from '../../../contract/text/count.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'
import { Time } from '../../format/time.tsx'
import { createDrafts, useKeptDraft } from '../../forms/drafts.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { stringifySearch } from '../../ui/search-string.ts'
import { Segments } from '../../ui/segments.tsx'
import { QueryFailure, QueryWithoutData } from '../request-errors/request-failure.tsx'
import { sessionOwner } from '../session/account-storage.ts'
import { peopleQuery } from '../session/people-query.ts'
import { type FollowUpLineProps, TicketLink } from './follow-up-line.tsx'
import classes from './follow-up-panel.module.css'
import { describeInformed, isOutdated, lastInformed, OUTDATED, ownerName } from './messages.ts'
import {
  findFollowUp,
  followUpsQuery,
  useAddNote,
  useChangeFollowUp,
  useMe,
} from './use-follow-up.ts'

export type FollowUpPanelProps = FollowUpLineProps & {
  /** How many events are still missing. */
  missing?: number
}

/**
 * Who has taken a receiver or a company, its state, its ticket, and what people noted about it and about what is
 * related to it.
 */
export default function FollowUpPanel(props: FollowUpPanelProps) {
  const { about, related = [], last = null, missing = 0 } = props
  const query = useQuery(followUpsQuery)
  const me = useMe()
  const change = useChangeFollowUp(about)
  const all = query.data
  if (all === undefined) return <QueryWithoutData query={query} label="Loading…" rows={3} />
  const name = `${about.kind} ${about.value}`
  const own = findFollowUp(all, about)
  const others = related.flatMap(key => findFollowUp(all, key) ?? [])
  const { state = 'open', recurred_at = null } = own ?? {}
  return (
    <div className={classes.panel}>
      <Segments
        isSmall
        legend="State"
        options={FollowUpState.options.map(value => ({ value, label: FOLLOW_UP_STATES[value] }))}
        chosen={state}
        onChoose={choice => state !== choice && change.mutate({ state: choice })}
      />
      {recurred_at !== null && (
        <p>
          It was done, and is open again since a failure at <Time stamp={recurred_at} />.
        </p>
      )}
      {state === 'done' && missing > 0 && (
        <p>
          {formatCount(missing, 'event is', 'events are')} still missing. The next failed call or AI
          event opens this again.
        </p>
      )}
      <Owner all={all} about={about} related={related} />
      {own?.ticket_url && (
        <div className={classes.row}>
          <TicketLink url={own.ticket_url} />
          <PlainButton
            data-size="xs"
            isLoading={change.isPending}
            onClick={() => change.mutate({ ticket_url: null })}
          >
            Remove the link
          </PlainButton>
        </div>
      )}
      <Entries key={`entries ${name}`} about={about} last={last} own={own} others={others} />
      <Notes key={`notes ${name}`} about={about} followUp={own} />
      {others.map(one => (
        <section key={`${one.kind} ${one.value}`} className={classes.related}>
          <h3>
            {one.kind === 'company' ? 'Company' : 'Receiver'}{' '}
            <span translate="no">{shownReceiver(one.value)}</span>
          </h3>
          <p>
            {[
              one.owner !== null && `Taken by ${ownerName(one.owner, me)}`,
              FOLLOW_UP_STATES[one.state],
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {one.ticket_url && <TicketLink url={one.ticket_url} />}
          <Notes about={one} followUp={one} />
        </section>
      ))}
    </div>
  )
}

type OwnerProps = Required<Pick<FollowUpPanelProps, 'about' | 'related'>> & { all: FollowUp[] }

/** Whoever has taken a company deals with its receivers, so the companies of a receiver come first. */
function Owner({ all, about, related }: OwnerProps) {
  const me = useMe()
  const change = useChangeFollowUp(about)
  const own = findFollowUp(all, about)?.owner ?? null
  const companies = about.kind === 'company' ? [] : related
  const taken = companies.flatMap(company => {
    const owner = findFollowUp(all, company)?.owner ?? null
    return owner === null ? [] : { name: company.value, owner }
  })
  const isOnly = companies.length === 1
  return (
    <>
      {taken.map(({ name, owner }) => (
        <p key={name}>
          {isOnly ? 'Its company' : 'Company'} <span translate="no">{name}</span>: taken by{' '}
          {ownerName(owner, me)}
        </p>
      ))}
      <div className={classes.row}>
        <p>{describeOwner(about, own, taken.length > 0, me)}</p>
        <PlainButton
          data-size="xs"
          isLoading={change.isPending}
          onClick={() => change.mutate({ taken: own === null })}
        >
          {own === null ? 'Take' : 'Give back'}
        </PlainButton>
      </div>
    </>
  )
}

function describeOwner(
  { kind }: FollowUpKey,
  owner: string | null,
  isCompanyTaken: boolean,
  me: string | null,
): string {
  if (isCompanyTaken) {
    return `This receiver: ${owner === null ? 'not taken separately' : `taken by ${ownerName(owner, me)}`}`
  }
  return owner === null ? `Nobody has taken this ${kind}.` : `Taken by ${ownerName(owner, me)}`
}

type EntriesProps = {
  about: FollowUpKey
  /** When the newest of the events that are still missing failed. */
  last: string | null
  own: FollowUp | null
  others: FollowUp[]
}

const NOTHING_TYPED = { informed: '', note: '', ticket: '', to: '' }

type Typed = typeof NOTHING_TYPED

const signedIn = getRouteApi('/_signed-in')

const drafts = createDrafts<Typed>()

function draftOf(typed: Typed): Typed | null {
  return Object.values(typed).every(text => text.trim() === '') ? null : typed
}

/**
 * What the customer was told, a note, the link of a ticket and a colleague. One button saves everything that a person
 * typed, another one only that the customer was informed.
 */
function Entries({ about, last, own, others }: EntriesProps) {
  const id = useId()
  const me = useMe()
  const add = useAddNote()
  const change = useChangeFollowUp(about)
  const { session } = signedIn.useRouteContext()
  // Another account must not get what a person has typed.
  const key = `${sessionOwner(session)} ${about.kind} ${about.value}`
  const [typed, setTyped] = useState(() => drafts.of(key) ?? NOTHING_TYPED)
  const isEmpty = draftOf(typed) === null
  useKeptDraft(drafts, key, () => draftOf(typed))
  const [problem, setProblem] = useState<string | null>(null)
  const query = useQuery(peopleQuery)
  // A person who wants it takes it.
  const people = query.data?.names.filter(name => name !== me && name !== own?.owner)
  const isSaving = add.isPending || change.isPending
  const field = (name: keyof Typed) => ({
    id: `${id}-${name}`,
    className: classes.field,
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped(current => ({ ...current, [name]: value })),
  })
  const clear = (name: keyof Typed) => {
    // Text typed in the meantime stays.
    setTyped(current => (current[name] === typed[name] ? { ...current, [name]: '' } : current))
    // A hand-over may have closed the form.
    const kept = drafts.of(key)
    if (kept) drafts.keep(key, draftOf({ ...kept, [name]: '' }))
  }
  const informed = typed.informed.trim()
  const note = typed.note.trim()
  const markInformed = async () => {
    await add.mutateAsync({
      ...about,
      what: 'informed',
      ...(informed !== '' && { text: informed }),
    })
    clear('informed')
  }
  const addNotes = async () => {
    if (informed !== '') await markInformed()
    if (note !== '') {
      await add.mutateAsync({ ...about, what: 'note', text: note })
      clear('note')
    }
  }
  const save = async (submit: FormEvent) => {
    submit.preventDefault()
    if (isSaving) return
    const ticket = typed.ticket.trim() === '' ? null : TicketUrl.safeParse(typed.ticket)
    setProblem(ticket?.error?.issues[0]?.message ?? null)
    if (ticket?.success === false) return
    // What could not be saved stays in its field.
    await addNotes()
    if (ticket !== null || typed.to !== '') {
      await change.mutateAsync({
        ...(ticket !== null && { ticket_url: ticket.data }),
        ...(typed.to !== '' && { handed_to: typed.to }),
      })
      clear('ticket')
      clear('to')
    }
  }
  return (
    // The notification of a failed request says what happened.
    <form className={classes.form} onSubmit={submit => save(submit).catch(() => {})} noValidate>
      <InformedMark
        about={about}
        followUps={[own, ...others]}
        last={last}
        field={field('informed')}
        isSaving={isSaving}
        onMark={() => markInformed().catch(() => {})}
      />
      <label htmlFor={`${id}-note`}>Note</label>
      <textarea {...field('note')} rows={2} maxLength={4_000} />
      {own?.ticket_url == null && (
        <>
          <label htmlFor={`${id}-ticket`}>Link of the ticket</label>
          <input
            {...field('ticket')}
            type="url"
            placeholder="https://"
            aria-invalid={problem !== null}
            aria-describedby={`${id}-problem`}
          />
          <p id={`${id}-problem`} className={classes.problem} role="alert">
            {problem}
          </p>
        </>
      )}
      <label htmlFor={`${id}-to`}>Hand over to</label>
      <select {...field('to')} translate="no" aria-describedby={`${id}-people`}>
        <option value="">Choose a colleague</option>
        {people?.map(name => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <p id={`${id}-people`} className={classes.hint}>
        Colleagues appear here once they have given their name.
      </p>
      {query.isError && <QueryFailure query={query} />}
      <PlainButton type="submit" data-size="xs" isLoading={isSaving} isOff={isSaving || isEmpty}>
        Save
      </PlainButton>
    </form>
  )
}

const MARKS = {
  informed: 'The customer was informed',
  not_informed: 'The customer was not informed after all',
}

function Notes({ about, followUp }: { about: FollowUpKey; followUp: FollowUp | null }) {
  const { kind, value } = about
  const query = useQuery({
    // A new note or mark changes the follow-up, so the notes are requested again.
    queryKey: [...queryKeys.followUps, 'notes', kind, value, followUp?.notes, followUp?.informed],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const path = `${FOLLOW_UPS_PATH}/notes${stringifySearch({ kind, value })}`
      return (await request(FollowUpNotes, path, { signal })).results
    },
  })
  if (query.isError) return <QueryFailure query={query} />
  return (
    <ul className={classes.notes} aria-label="Notes">
      {query.data?.map(note => (
        <li key={note.id}>
          <p className={classes.author}>
            <b>{note.who ?? 'A script'}</b>, <Time stamp={note.at} />
          </p>
          <p className={classes.text}>
            {note.what === 'note'
              ? note.text
              : `${MARKS[note.what]}${note.text === null ? '' : ` (${note.text})`}.`}
          </p>
        </li>
      ))}
    </ul>
  )
}

type InformedMarkProps = {
  about: FollowUpKey
  /** Its own, then those that are related to it. */
  followUps: (FollowUp | null)[]
  /** When the newest of the events that are still missing failed. */
  last: string | null
  /** What a person told the customer. */
  field: ComponentProps<'input'>
  isSaving: boolean
  onMark: () => void
}

/** When the customer was informed last, and a mark with what a person told them. */
function InformedMark(props: InformedMarkProps) {
  const { about, followUps, last, field, isSaving, onMark } = props
  const undo = useAddNote()
  const informed = lastInformed(followUps)
  const isOwnMark = informed?.about === null
  return (
    <>
      <div className={classes.row}>
        <p>
          {informed === undefined ? (
            'The customer has not been informed.'
          ) : (
            <>
              Customer informed <Time stamp={informed.at} />
              {describeInformed(informed)}
              {isOutdated(informed, last) && OUTDATED}
            </>
          )}
        </p>
        {isOwnMark && (
          <PlainButton
            data-size="xs"
            isLoading={undo.isPending}
            onClick={() => undo.mutate({ ...about, what: 'not_informed' })}
          >
            Undo
          </PlainButton>
        )}
      </div>
      <label htmlFor={field.id}>What the customer was told (optional)</label>
      <div className={classes.row}>
        <input {...field} maxLength={500} />
        <PlainButton data-size="xs" isLoading={isSaving} onClick={onMark}>
          {isOwnMark ? 'Mark again' : 'Mark as informed'}
        </PlainButton>
      </div>
    </>
  )
}
