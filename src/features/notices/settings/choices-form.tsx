import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  EmailAddress,
  NoticeChoices,
  type NoticeChoicesChange,
  type NoticeSettings,
  type NoticeTopic,
} from '../../../../contract/notices/notice.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { RadioChoice } from '../../../forms/radio-choice.tsx'
import { listServerErrors, placeServerErrors, setFormError } from '../../../forms/server-errors.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { setChoices, useNoticeChange } from '../notices-query.ts'
import classes from './notice-settings.module.css'

const TOPICS: Record<NoticeTopic, string> = {
  receivers: 'Receivers that start failing, still fail (once a day), or recover',
  certificates: 'Certificates that expire within 14 days',
  replays: 'Replays that finish or wait for a person, and standing orders that end',
  blocklist: 'Blocked numbers whose end has come',
}
const TOPIC_NAMES = NoticeChoices.shape.topics.def.element.options

const Values = z.object({
  email: z.union([z.literal(''), EmailAddress]),
  webhook: z.string().check(
    z.trim(),
    z.refine(
      text => text === '' || /^https:\/\/./i.test(text),
      'The URL must begin with https://.',
    ),
  ),
  removesWebhook: z.boolean(),
  topics: NoticeChoices.shape.topics,
  schedule: NoticeChoices.shape.schedule,
  daily_at: NoticeChoices.shape.daily_at,
  isQuiet: z.boolean(),
  from: NoticeChoices.shape.daily_at,
  until: NoticeChoices.shape.daily_at,
})
type Values = z.infer<typeof Values>

function toValues({ choices }: NoticeSettings): Values {
  const { email, quiet, ...rest } = choices
  return {
    ...rest,
    email: email ?? '',
    webhook: '',
    removesWebhook: false,
    isQuiet: quiet !== null,
    from: quiet?.from ?? '18:00',
    until: quiet?.until ?? '07:00',
  }
}

function toChoices(values: Values): NoticeChoicesChange {
  const { email, webhook, removesWebhook, isQuiet, from, until, ...rest } = values
  return {
    ...rest,
    email: email === '' ? null : email,
    quiet: isQuiet ? { from, until } : null,
    ...(webhook !== '' ? { webhook } : removesWebhook ? { webhook: null } : {}),
  }
}

/** Which notices a person wants, where and when. */
export function ChoicesForm({ settings }: { settings: NoticeSettings }) {
  const { zone } = useTimes()
  const form = useForm({
    resolver: zodResolver(Values),
    defaultValues: toValues(settings),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const { control, register } = form
  const save = useNoticeChange(setChoices)
  const [schedule, isQuiet] = useWatch({ control, name: ['schedule', 'isQuiet'] })

  const onSubmit = async (values: Values) => {
    try {
      const saved = await save.mutateAsync(toChoices(values))
      form.reset(toValues(saved))
      notify({ text: 'Saved.', topic: 'notices' })
    } catch (error) {
      if (!(error instanceof ApiError) || error.validation === null) {
        return setFormError(form.setError, errorText(error))
      }
      const above = placeServerErrors(
        form.setError,
        listServerErrors(error.validation),
        ([field]) =>
          field === 'email' || field === 'webhook' || field === 'daily_at' ? [field] : [],
      )
      if (above.length > 0) setFormError(form.setError, above.join('\n'))
    }
  }

  return (
    <Card>
      <div className={classes.body}>
        <h3>How notices reach you</h3>
        <FormShell form={form} onSubmit={onSubmit} submitLabel="Save">
          {settings.is_unsubscribed && (
            <Notice tone="wait">
              You stopped the messages to {settings.choices.email} with the link in one of them.
              Enter another address, or remove this one, save, and enter it again.
            </Notice>
          )}
          <div className={classes.pair}>
            <TextInput
              {...register('email')}
              label="E-mail address"
              description={
                settings.has_email
                  ? 'Where messages go. Leave it empty for none.'
                  : 'E-mail is not set up on this server. Ask its operator.'
              }
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
          <fieldset className={classes.group}>
            <legend>What</legend>
            {TOPIC_NAMES.map(topic => (
              <label key={topic} className={classes.check}>
                <input type="checkbox" value={topic} {...register('topics')} />
                {TOPICS[topic]}
              </label>
            ))}
          </fieldset>
          <RadioChoice
            legend="When"
            name="notice-schedule"
            options={[
              {
                value: 'each',
                label: 'At once',
                hint: 'One message for all that happens together',
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
            <div className={classes.group}>
              <label className={classes.check}>
                <input type="checkbox" {...register('isQuiet')} />
                Quiet hours
              </label>
              {isQuiet && (
                <>
                  <p className={classes.dimmed}>
                    Messages wait until they are over, and leave out what has resolved by then.
                  </p>
                  <div className={classes.times}>
                    <TextInput
                      {...register('from')}
                      label={`From (${zone})`}
                      type="time"
                      w={160}
                      error={errors.from?.message}
                    />
                    <TextInput
                      {...register('until')}
                      label={`Until (${zone})`}
                      type="time"
                      w={160}
                      error={errors.until?.message}
                    />
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
