import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  type FollowUpKey,
  type FollowUpNote,
  FollowUpState,
  TicketUrl,
} from '../../../contract/follow-up.ts'
import { Time } from '../../format/time.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import segments from '../../ui/segments.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { QueryFailure } from '../request-errors/request-failure.tsx'
import { peopleQuery } from '../session/people-query.ts'
import { sessionQuery } from '../session/session-query.ts'
import { TicketLink } from './follow-up-line.tsx'
import classes from './follow-up-panel.module.css'
import { FOLLOW_UP_STATES } from './messages.ts'
import {
  followUpNotesQuery,
  followUpsQuery,
  useAddNote,
  useChangeFollowUp,
  useFollowUp,
  useTake,
} from './use-follow-up.ts'

/** Who has taken a receiver or a company, its state, its ticket, and what people noted about it. */
export function FollowUpPanel({ about }: { about: FollowUpKey }) {
  const query = useQuery(followUpsQuery)
  const followUp = useFollowUp(about)
  const take = useTake(about)
  const change = useChangeFollowUp(about)
  const add = useAddNote()
  if (followUp === undefined) {
    return query.isError ? <QueryFailure query={query} /> : <p role="status">Loading…</p>
  }
  const { owner = null, state = 'open', informed = null, recurred_at = null } = followUp ?? {}
  return (
    <div className={classes.panel}>
      <fieldset className={segments.segments} data-size="small">
        <legend className={visuallyHidden.only}>State</legend>
        {FollowUpState.options.map(choice => (
          <button
            key={choice}
            type="button"
            aria-pressed={state === choice}
            onClick={() => state !== choice && change.mutate({ state: choice })}
          >
            {FOLLOW_UP_STATES[choice]}
          </button>
        ))}
      </fieldset>
      {recurred_at !== null && (
        <p>
          It was done, and is open again since a failure at <Time stamp={recurred_at} />.
        </p>
      )}
      <div className={classes.row}>
        <p>{owner === null ? 'Nobody has taken it.' : `Taken by ${owner}`}</p>
        <PlainButton
          data-size="xs"
          isLoading={take.isPending}
          onClick={() => take.mutate(owner === null)}
        >
          {owner === null ? 'Take' : 'Give back'}
        </PlainButton>
      </div>
      <HandOver about={about} owner={owner} />
      <div className={classes.row}>
        <p>
          {informed === null ? (
            'The customer has not been informed.'
          ) : (
            <>
              Customer informed <Time stamp={informed.at} /> by {informed.who ?? 'a script'}
            </>
          )}
        </p>
        <PlainButton
          data-size="xs"
          isLoading={add.isPending}
          onClick={() =>
            add.mutate({ ...about, what: informed === null ? 'informed' : 'not_informed' })
          }
        >
          {informed === null ? 'Mark as informed' : 'Undo'}
        </PlainButton>
      </div>
      <Ticket about={about} url={followUp?.ticket_url ?? null} />
      <NewNote about={about} />
      <Notes about={about} />
    </div>
  )
}

function HandOver({ about, owner }: { about: FollowUpKey; owner: string | null }) {
  const id = useId()
  const change = useChangeFollowUp(about)
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  // A person who wants it takes it.
  const others = (name: string) => name !== owner && name !== session?.name
  const people = useQuery(peopleQuery).data?.names.filter(others) ?? []
  if (people.length === 0) return null
  const handOver = (submit: FormEvent<HTMLFormElement>) => {
    submit.preventDefault()
    change.mutate({ handed_to: String(new FormData(submit.currentTarget).get('to')) })
  }
  return (
    <form className={classes.form} onSubmit={handOver}>
      <label htmlFor={id}>Hand over to</label>
      <div className={classes.row}>
        <select id={id} name="to" className={classes.field} translate="no">
          {people.map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <PlainButton type="submit" data-size="xs" isLoading={change.isPending}>
          Hand over
        </PlainButton>
      </div>
    </form>
  )
}

function Ticket({ about, url }: { about: FollowUpKey; url: string | null }) {
  const id = useId()
  const change = useChangeFollowUp(about)
  const [problem, setProblem] = useState<string | null>(null)
  if (url !== null) {
    return (
      <div className={classes.row}>
        <TicketLink url={url} />
        <PlainButton
          data-size="xs"
          isLoading={change.isPending}
          onClick={() => change.mutate({ ticket_url: null })}
        >
          Remove the link
        </PlainButton>
      </div>
    )
  }
  const save = (submit: FormEvent<HTMLFormElement>) => {
    submit.preventDefault()
    const text = new FormData(submit.currentTarget).get('ticket')
    const ticket = TicketUrl.safeParse(text)
    setProblem(ticket.success ? null : (ticket.error.issues[0]?.message ?? ''))
    if (ticket.success) change.mutate({ ticket_url: ticket.data })
  }
  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <label htmlFor={id}>Link of the ticket</label>
      <div className={classes.row}>
        <input
          id={id}
          name="ticket"
          type="url"
          className={classes.field}
          placeholder="https://"
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
        />
        <PlainButton type="submit" data-size="xs" isLoading={change.isPending}>
          Save
        </PlainButton>
      </div>
      <p id={`${id}-problem`} className={classes.problem} role="alert">
        {problem}
      </p>
    </form>
  )
}

function NewNote({ about }: { about: FollowUpKey }) {
  const id = useId()
  const add = useAddNote()
  const [text, setText] = useState('')
  const save = (submit: FormEvent) => {
    submit.preventDefault()
    if (text.trim() === '') return
    // Until it is stored, the text stays.
    add.mutate({ ...about, what: 'note', text }, { onSuccess: () => setText('') })
  }
  return (
    <form className={classes.form} onSubmit={save}>
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        className={classes.field}
        rows={2}
        maxLength={4_000}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <PlainButton
        type="submit"
        data-size="xs"
        isLoading={add.isPending}
        isOff={text.trim() === '' || add.isPending}
      >
        Add note
      </PlainButton>
    </form>
  )
}

const MARKS = {
  informed: 'The customer was informed.',
  not_informed: 'The customer was not informed after all.',
}

function Notes({ about }: { about: FollowUpKey }) {
  const query = useQuery(followUpNotesQuery(about))
  if (query.isError) return <QueryFailure query={query} />
  return (
    <ul className={classes.notes} aria-label="Notes">
      {query.data?.map(note => (
        <li key={note.id}>
          <p className={classes.author}>
            <b>{note.who ?? 'A script'}</b>, <Time stamp={note.at} />
          </p>
          <p className={classes.text}>{textOf(note)}</p>
        </li>
      ))}
    </ul>
  )
}

function textOf({ what, text }: FollowUpNote): string {
  return what === 'note' ? (text ?? '') : MARKS[what]
}
