import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { MAX_LABEL_LENGTH } from '../../../../contract/blocklist/protected-number.ts'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { formatCount } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { errorText } from '../../../api/error-messages.ts'
import { sendChange } from '../../../api/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import part from '../../../ui/settings-part.module.css'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { readPhoneEntry } from '../phone/phone-entry.ts'
import { INCOMPLETE, protectedNumbersQuery } from './guarded-numbers.ts'
import classes from './protected-numbers.module.css'

const Values = z.object({
  number: z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      const parsed = readPhoneEntry(text, DEFAULT_COUNTRY.code)
      if (parsed.kind === 'number') return parsed.number
      const message = parsed.kind === 'empty' ? 'Enter one phone number.' : parsed.problem
      issues.push({ code: 'custom', input: text, message })
      return z.NEVER
    }),
  ),
  label: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter whose it is.'),
      z.maxLength(MAX_LABEL_LENGTH, `This is too long: ${MAX_LABEL_LENGTH} characters at most.`),
    ),
})

const HEADING = 'protected-numbers'

/** The part of Settings with the numbers that nobody should block. */
export default function ProtectedNumbers() {
  const query = useQuery(protectedNumbersQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useForm({
    resolver: zodResolver(Values),
    defaultValues: { number: '', label: '' },
  })
  const { errors } = form.formState
  const protect = useProtect()
  const onSubmit = async (values: z.infer<typeof Values>) => {
    try {
      await protect.mutateAsync(values)
      form.reset()
      form.setFocus('number')
    } catch (error) {
      form.setError('number', { type: 'server', message: errorText(error) })
    }
  }
  const onRemove = (number: string) =>
    protect.mutateAsync({ number, label: null }).then(
      () => heading.current?.focus(),
      error => notify({ topic: 'protected', text: errorText(error), isSuccess: false }),
    )
  const listed = query.data?.results.filter(({ kind }) => kind === 'listed') ?? []
  const tracking = query.data?.results.filter(({ kind }) => kind === 'tracking_number') ?? []

  return (
    <section className={part.section} aria-labelledby={HEADING}>
      <h2 id={HEADING} ref={heading} tabIndex={-1}>
        Protected numbers
      </h2>
      <p className={part.about}>
        Redial asks you to confirm before it blocks one of these, and holds them back in pasted
        lists. It also protects emergency numbers, contacts’ numbers and your tracking numbers. It
        only knows the numbers that the service provides, so add other important numbers here.
      </p>
      {query.data?.is_incomplete && <p className={part.about}>{INCOMPLETE}</p>}
      <Card>
        <div className={classes.card}>
          <form noValidate onSubmit={event => void form.handleSubmit(onSubmit)(event)}>
            <div className={classes.fields}>
              <TextInput
                {...form.register('number')}
                label="Phone number"
                inputMode="tel"
                autoComplete="off"
                error={errors.number?.message}
              />
              <TextInput
                {...form.register('label')}
                label="Whose it is"
                autoComplete="off"
                error={errors.label?.message}
              />
              <Button variant="filled" type="submit" loading={form.formState.isSubmitting}>
                Protect number
              </Button>
            </div>
          </form>
          {(query.isPending || query.isError) && (
            <QueryWithoutData query={query} label="Loading the protected numbers…" rows={2} />
          )}
          {listed.length > 0 && (
            <ul className={classes.list} aria-label="Protected numbers">
              {listed.map(({ phone_number, label, who }) => (
                <li key={phone_number}>
                  <strong translate="no">{formatPhoneNumber(phone_number)}</strong>
                  <span translate="no">{label}</span>
                  <span className={classes.who}>{who && `Added by ${who}`}</span>
                  <Button
                    size="xs"
                    aria-label={`Remove ${phone_number}`}
                    onClick={() => void onRemove(phone_number)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {tracking.length > 0 && (
            <details>
              <summary>
                {formatCount(tracking.length, 'tracking number that', 'tracking numbers that')}{' '}
                Redial knows
              </summary>
              <ul className={classes.list}>
                {tracking.map(({ phone_number, label }) => (
                  <li key={phone_number} translate="no">
                    <strong>{formatPhoneNumber(phone_number)}</strong>
                    <span>{label}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </Card>
    </section>
  )
}

/** Adds a number to the list with its label, or removes it with null. */
function useProtect() {
  return useChange(
    ({ number, label }: { number: string; label: string | null }) =>
      sendChange(
        `/gateway/protected-numbers/${number}`,
        label === null ? { method: 'DELETE' } : { method: 'PUT', body: { label } },
      ),
    protectedNumbersQuery,
  )
}
