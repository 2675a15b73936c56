import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  EmailAddress,
  type FailureContact,
  type OutboxMessage,
  type NoticeSettings as Settings,
} from '../../../../contract/notices/notice.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { formatDay } from '../../../../contract/time/day-text.ts'
import { errorText } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import part from '../../../ui/settings-part.module.css'
import { Chip } from '../../../ui/states/chip.tsx'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import {
  noticeSettingsQuery,
  noticesQuery,
  removeContact,
  sendAgain,
  sendTest,
  setContact,
  setWatch,
  useNoticeChange,
} from '../notices-query.ts'
import { Snooze } from '../snooze.tsx'
import { ChoicesForm } from './choices-form.tsx'
import classes from './notice-settings.module.css'

/** How people hear what fails without having Redial open. */
export default function NoticeSettings() {
  const query = useQuery(noticeSettingsQuery)
  const { data } = query
  return (
    <section id="notices" aria-labelledby="notices-heading" className={part.section}>
      <h2 id="notices-heading">Notices</h2>
      <p className={part.about}>
        A notice tells you without being asked that a receiver starts failing, still fails (once a
        day) or recovers, that a certificate expires soon, or that a replay ends. For that, Redial
        watches the account: it reads today’s failed events every few minutes, even when nobody has
        Redial open. Snooze a receiver in the list of notices or in its details.
      </p>
      {data === undefined ? (
        <Card>
          <QueryWithoutData query={query} label="Loading the notices…" rows={4} />
        </Card>
      ) : (
        <div className={classes.cards}>
          <Watching settings={data} />
          <ChoicesForm settings={data} />
          <SnoozedReceivers />
          <ContactList settings={data} />
          <Outbox messages={data.outbox} />
        </div>
      )}
    </section>
  )
}

function Watching({ settings: { watch } }: { settings: Settings }) {
  const times = useTimes()
  const { mutate, isPending, error } = useNoticeChange(setWatch)
  const isOn = watch.state === 'on'
  return (
    <Card>
      <div className={classes.body}>
        <div className={classes.row}>
          <div>
            <h3>{isOn ? 'Redial watches this account' : 'Redial does not watch this account'}</h3>
            {isOn ? (
              <p className={classes.dimmed}>
                Since {times.brief(watch.started_at ?? '')}
                {watch.who !== null && (
                  <>
                    , with the token of <span translate="no">{watch.who}</span>
                  </>
                )}
                .{' '}
                {watch.looked_at !== null && `It last looked at ${times.brief(watch.looked_at)}. `}
                It ends on {formatDay(watch.ends_at?.slice(0, 10) ?? '')} if nobody opens Redial
                until then.
              </p>
            ) : (
              <p className={classes.dimmed}>
                To watch, it keeps your API token, encrypted. Everybody on this account can end
                that.
              </p>
            )}
          </div>
          <Button
            variant={isOn ? 'default' : 'filled'}
            loading={isPending}
            onClick={() => mutate(!isOn)}
          >
            {isOn ? 'Stop watching' : 'Watch this account'}
          </Button>
        </div>
        {watch.problem !== null && (
          <Notice tone="bad">Redial has stopped watching. {watch.problem}</Notice>
        )}
        {error && <Notice tone="bad">{errorText(error)}</Notice>}
      </div>
    </Card>
  )
}

function SnoozedReceivers() {
  const { data } = useQuery(noticesQuery)
  if (data === undefined || data.snoozed.length === 0) return null
  return (
    <Card>
      <div className={classes.body}>
        <h3 id="snoozed">Snoozed receivers</h3>
        <ul className={classes.list} aria-labelledby="snoozed">
          {data.snoozed.map(({ receiver }) => (
            <li key={receiver} className={classes.message}>
              <span translate="no">{shownReceiver(receiver)}</span>
              <Snooze receiver={receiver} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

const STATES: Record<OutboxMessage['state'], { label: string; tone: 'good' | 'bad' | 'wait' }> = {
  waiting: { label: 'Waiting', tone: 'wait' },
  sending: { label: 'Being sent', tone: 'wait' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not sent', tone: 'bad' },
  unknown: { label: 'Perhaps sent', tone: 'wait' },
}

function Outbox({ messages }: { messages: OutboxMessage[] }) {
  const times = useTimes()
  const test = useNoticeChange(sendTest)
  const again = useNoticeChange(sendAgain)
  const problem = test.error ?? again.error
  return (
    <Card>
      <div className={classes.body}>
        <div className={classes.row}>
          <div>
            <h3 id="outbox">Latest messages</h3>
            <p className={classes.dimmed}>To you and to failure contacts.</p>
          </div>
          <Button loading={test.isPending} onClick={() => test.mutate(undefined)}>
            Send a test
          </Button>
        </div>
        {problem && <Notice tone="bad">{errorText(problem)}</Notice>}
        {messages.length > 0 && (
          <ul className={classes.list} aria-labelledby="outbox">
            {messages.map(({ id, subject, to, at, state, error, attempts, next_at }) => (
              <li key={id}>
                <div className={classes.message}>
                  <span translate="no">{subject}</span>
                  <Chip tone={STATES[state].tone}>{STATES[state].label}</Chip>
                </div>
                <p className={classes.dimmed}>
                  {times.brief(at)}, to <span translate="no">{to}</span>
                  {attempts > 1 && `, ${attempts} tries`}
                  {next_at !== null && attempts > 0 && `, the next one at ${times.brief(next_at)}`}
                </p>
                {error !== null && (
                  <p className={classes.error} translate="no">
                    {error}
                  </p>
                )}
                {state === 'failed' && (
                  <Button
                    size="xs"
                    aria-label={`Send again: ${subject}`}
                    loading={again.isPending && again.variables === id}
                    onClick={() => again.mutate(id)}
                  >
                    Send again
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

const ContactValues = z.object({
  company: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter the name of the company.'), z.maxLength(200)),
  email: EmailAddress,
})
type ContactValues = z.infer<typeof ContactValues>

const NOBODY: ContactValues = { company: '', email: '' }

const CONTACT_STATES: Record<
  FailureContact['state'],
  { label: string; tone: 'good' | 'bad' | 'wait' }
> = {
  unconfirmed: { label: 'Not confirmed yet', tone: 'wait' },
  confirmed: { label: 'Confirmed', tone: 'good' },
  stopped: { label: 'Stopped the messages', tone: 'bad' },
}

/** People of companies who get a message when the events of their company fail. */
function ContactList({ settings: { contacts, has_email } }: { settings: Settings }) {
  const remove = useNoticeChange(removeContact)
  return (
    <Card>
      <div className={classes.body}>
        <div>
          <h3 id="failure-contacts">Failure contacts of companies</h3>
          <p className={classes.dimmed}>
            A person of a company who gets a message when its events fail. It is about that company
            alone and has no link to Redial. The person has to confirm the address first.
          </p>
        </div>
        {remove.error && <Notice tone="bad">{errorText(remove.error)}</Notice>}
        {contacts.length > 0 && (
          <ul className={classes.list} aria-labelledby="failure-contacts">
            {contacts.map(({ id, company, email, state }) => (
              <li key={id} className={classes.message}>
                <span>
                  <span translate="no">{company}</span>
                  <br />
                  <span className={classes.dimmed} translate="no">
                    {email}
                  </span>{' '}
                  <Chip tone={CONTACT_STATES[state].tone}>{CONTACT_STATES[state].label}</Chip>
                </span>
                <Button
                  size="xs"
                  aria-label={`Remove the contact of ${company}`}
                  loading={remove.isPending && remove.variables === id}
                  onClick={() => remove.mutate(id)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        {!has_email && (
          <p className={classes.dimmed}>E-mail is not set up on this server. Ask its operator.</p>
        )}
        {has_email && <ContactForm />}
      </div>
    </Card>
  )
}

function ContactForm() {
  const form = useForm({
    resolver: zodResolver(ContactValues),
    defaultValues: NOBODY,
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const save = useNoticeChange(setContact)
  const onSubmit = async (values: ContactValues) => {
    await save.mutateAsync(values)
    form.reset(NOBODY)
  }
  return (
    <FormShell form={form} onSubmit={onSubmit} submitLabel="Ask to confirm">
      <div className={classes.pair}>
        <TextInput
          {...form.register('company')}
          label="Company"
          description="Its name as the lists show it."
          autoComplete="off"
          error={errors.company?.message}
        />
        <TextInput
          {...form.register('email')}
          label="E-mail address of the contact"
          description="It gets one message with a link to confirm."
          type="email"
          autoComplete="off"
          error={errors.email?.message}
        />
      </div>
    </FormShell>
  )
}
