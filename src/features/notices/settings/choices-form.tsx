import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  NOTICE_TOPICS,
  NoticeChoices,
  type NoticeSettings,
  type NoticeTopic,
} from '../../../../contract/notices/notice.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { useTimes } from '../../../format/times.ts'
import { createDrafts, useFormDraft } from '../../../forms/drafts.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { RadioChoice } from '../../../forms/radio-choice.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import part from '../../../ui/settings-part.module.css'
import { sessionOwner } from '../../session/account-storage.ts'
import { changeSettings, useNoticeChange } from '../notices-query.ts'
import classes from './notice-settings.module.css'

const TOPICS: Record<NoticeTopic, string> = {
  receivers: 'Receivers that start failing, still fail (once a day), or recover',
  certificates: 'Certificates that expire within 14 days',
  replays: 'Replays that finish, wait for a person, or stop waiting for a receiver',
  blocklist: 'Blocked numbers that are due',
}

const Values = z.extend(NoticeChoices, {
  webhook: z.string().check(
    z.trim(),
    z.refine(
      text => text === '' || /^https:\/\/./i.test(text),
      'The URL must begin with https://.',
    ),
  ),
  removesWebhook: z.boolean(),
})
type Values = z.infer<typeof Values>

const signedIn = getRouteApi('/_signed-in')

const drafts = createDrafts<Values>()

const NO_WEBHOOK = { webhook: '', removesWebhook: false }
const USUAL_QUIET = { from: '18:00', until: '07:00' }

/** Which notices a person wants, where and when. */
export function ChoicesForm({ settings }: { settings: NoticeSettings }) {
  const { zone } = useTimes()
  const { session } = signedIn.useRouteContext()
  const form = useForm({
    resolver: zodResolver(Values),
    defaultValues: { ...settings.choices, ...NO_WEBHOOK },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { errors, isSubmitting } = form.formState
  useFormDraft(drafts, `${sessionOwner(session)} ${session.name}`, form, isSubmitting)
  const { control, register } = form
  const save = useNoticeChange(changeSettings)
  const [schedule, quiet] = useWatch({ control, name: ['schedule', 'quiet'] })

  const onSubmit = async ({ webhook, removesWebhook, ...choices }: Values) => {
    const change = webhook !== '' ? { webhook } : removesWebhook ? { webhook: null } : {}
    const saved = await save.mutateAsync({ ...choices, ...change })
    form.reset({ ...saved.choices, ...NO_WEBHOOK })
    notify({ text: 'Saved.', topic: 'notices' })
  }

  return (
    <Card>
      <div className={classes.body}>
        <h3>How notices reach you</h3>
        <FormShell form={form} onSubmit={onSubmit} submitLabel="Save">
          {settings.is_unsubscribed && (
            <Notice tone="wait">
              You stopped the messages to {settings.choices.email} with the link in one of them.
              They begin again when you save.
            </Notice>
          )}
          <div className={classes.pair}>
            <TextInput
              {...register('email', { setValueAs: text => text || null })}
              label="E-mail address"
              description={
                settings.has_email
                  ? 'Where messages go. Leave it empty for none.'
                  : 'E-mail is not set up on this server. Ask its operator.'
              }
              // The fields of the line begin at the same height.
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              type="email"
              autoComplete="email"
              disabled={!settings.has_email}
              error={errors.email?.message}
            />
            <TextInput
              {...register('webhook')}
              label="Webhook"
              description={
                settings.webhook_host === null
                  ? 'The URL of an incoming webhook of Slack or a compatible program.'
                  : `One at ${settings.webhook_host} is set. Enter another URL to replace it.`
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="https://"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              error={errors.webhook?.message}
            />
          </div>
          {settings.webhook_host !== null && (
            <label className={classes.check}>
              <input type="checkbox" {...register('removesWebhook')} />
              Remove the webhook
            </label>
          )}
          <fieldset className={clsx(part.group, classes.group)}>
            <legend>What</legend>
            {NOTICE_TOPICS.map(topic => (
              <label key={topic} className={classes.check}>
                <input type="checkbox" value={topic} {...register('topics')} />
                {TOPICS[topic]}
              </label>
            ))}
          </fieldset>
          <RadioChoice
            legend="When"
            options={[
              {
                value: 'each',
                label: 'At once',
                hint: 'One message for everything that happens together',
              },
              { value: 'daily', label: 'Once a day', hint: 'What still fails, and what has ended' },
            ]}
            chosen={schedule}
            onChoose={value => form.setValue('schedule', value, { shouldDirty: true })}
          />
          {schedule === 'daily' ? (
            <TextInput
              {...register('daily_at')}
              label={`Time of day (${zone})`}
              type="time"
              w={160}
              error={errors.daily_at?.message}
            />
          ) : (
            <div className={clsx(part.group, classes.group)}>
              <label className={classes.check}>
                <input
                  type="checkbox"
                  checked={quiet !== null}
                  onChange={({ currentTarget: { checked } }) =>
                    form.setValue('quiet', checked ? USUAL_QUIET : null, { shouldDirty: true })
                  }
                />
                Quiet hours
              </label>
              {quiet !== null && (
                <>
                  <p className={classes.dimmed}>
                    Messages wait until they are over, and leave out what has resolved by then.
                  </p>
                  <div className={classes.times}>
                    {(['from', 'until'] as const).map(end => (
                      <TextInput
                        key={end}
                        {...register(`quiet.${end}`)}
                        label={`${capitalise(end)} (${zone})`}
                        type="time"
                        w={160}
                        error={errors.quiet?.[end]?.message}
                      />
                    ))}
                  </div>
                </>
              )}
            </div>
          )}
        </FormShell>
      </div>
    </Card>
  )
}
