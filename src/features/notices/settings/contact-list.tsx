import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  EmailAddress,
  type FailureContact,
  type NoticeSettings,
} from '../../../../contract/notices/notice.ts'
import { errorText } from '../../../api/error-messages.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { Card } from '../../../ui/card.tsx'
import chip from '../../../ui/chip.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { removeContact, setContact, useNoticeChange } from '../notices-query.ts'
import classes from './notice-settings.module.css'

const Values = z.object({
  company: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter the name of the company.'), z.maxLength(200)),
  email: EmailAddress,
})
type Values = z.infer<typeof Values>

const NOBODY: Values = { company: '', email: '' }

const STATES: Record<FailureContact['state'], { label: string; tone: 'good' | 'bad' | 'wait' }> = {
  unconfirmed: { label: 'Not confirmed yet', tone: 'wait' },
  confirmed: { label: 'Confirmed', tone: 'good' },
  stopped: { label: 'Stopped the messages', tone: 'bad' },
}

/** People of companies who get a message when the events of their company fail. */
export function ContactList({ settings: { contacts, has_email } }: { settings: NoticeSettings }) {
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
                  <span className={chip.chip} data-tone={STATES[state].tone}>
                    {STATES[state].label}
                  </span>
                </span>
                <Button
                  size="xs"
                  variant="default"
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
    resolver: zodResolver(Values),
    defaultValues: NOBODY,
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const save = useNoticeChange(setContact)
  const onSubmit = async (values: Values) => {
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
