import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { SignIn } from '../../../contract/session.ts'
import { Session } from '../../../contract/session.ts'
import { ApiError } from '../../api/api-error.ts'
import { errorText } from '../../api/error-messages.ts'
import { request } from '../../api/request.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lastName, rememberName } from './last-name.ts'
import { sessionQuery } from './session-query.ts'
import { signInCode } from './sign-in-address.ts'
import classes from './sign-in-page.module.css'

const signInText = 'Sign in'

const Values = z.object({
  token: z.string().check(z.trim(), z.minLength(1, 'Paste your API token here.')),
  name: z.string().check(z.trim()),
})

type SignInPageProps = {
  /** The service that the person signs in to. */
  service: string
  /** The path to open after sign-in. */
  place: string
  /** Whether the session ended while the person was away or at work. */
  wasSignedOut: boolean
  /** Whether that refused a change, such as a replay. */
  isChangeLost: boolean
}

export function SignInPage({ service, place, wasSignedOut, isChangeLost }: SignInPageProps) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const enter = useMutation({
    mutationFn: signIn,
    meta: { isSignIn: true },
    onSuccess: session => {
      if (session.name !== null) rememberName(session.service, session.name)
      startSession(queryClient, session)
      router.history.replace(place)
    },
  })
  useCodeOfLink(enter.mutate)
  const usedLink = usesCode(enter.variables)
  const isTokenRefused = enter.error !== null && isRefusal(enter.error) && !usedLink

  return (
    <main className={classes.page}>
      <title>Sign in · Redial</title>
      <div className={classes.box}>
        <div className={classes.brand}>
          <Logo size={36} />
          Redial
        </div>
        <h1>{signInText}</h1>
        <p className={classes.service}>
          to <strong>{service}</strong>
        </p>
        {wasSignedOut && enter.isIdle && (
          <div className={classes.notice}>
            <Notice tone="wait">
              You were signed out in another tab, after 12 hours without use, or because the service
              no longer accepts the token. Sign in to continue.{' '}
              {isChangeLost && 'Your last change was not made. Make it again after you sign in.'}
            </Notice>
          </div>
        )}
        {enter.error && !isTokenRefused && (
          <div className={classes.notice}>
            <Notice tone="bad">{signInProblem(enter.error, usedLink)}</Notice>
          </div>
        )}
        <SignInForm
          lastName={lastName(service)}
          isBusy={enter.isPending || enter.isSuccess}
          onSignIn={async body => {
            try {
              await enter.mutateAsync(body)
              return null
            } catch (error) {
              // Any other problem is shown above the form.
              return error instanceof Error && isRefusal(error) ? signInProblem(error, false) : null
            }
          }}
        />
      </div>
    </main>
  )
}

/** The code works once. It is removed from the URL, and so from the history, before use. */
function useCodeOfLink(onCode: (body: { code: string }) => void) {
  useEffect(() => {
    const readCode = () => {
      const code = signInCode()
      if (code === null) return
      const { pathname, search } = window.location
      window.history.replaceState(window.history.state, '', pathname + search)
      onCode({ code })
    }
    readCode()
    // A link that is opened in a tab with this page loads nothing, because only the part after the # differs.
    window.addEventListener('hashchange', readCode)
    return () => window.removeEventListener('hashchange', readCode)
  }, [onCode])
}

function usesCode(body: SignIn | undefined): boolean {
  return body !== undefined && 'code' in body
}

/** Whether the token or link is invalid, so that a retry would not help. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'signed-out' || error.kind === 'invalid')
}

/** Explains why sign-in failed and what to do. */
function signInProblem(error: Error, usedLink: boolean): string {
  if (isRefusal(error) && usedLink) {
    return 'This sign-in link was already used or is older than 15 minutes. To get a new one, run “npm run sessions -- link” on Redial’s server. You can also sign in with a token.'
  }
  if (isRefusal(error)) {
    return 'The service does not accept this token. Check that you copied all of it and that no newer token has replaced it.'
  }
  return errorText(error)
}

/** @throws ApiError of kind `signed-out` if the token is wrong or the link was used before */
function signIn(body: SignIn): Promise<Session> {
  return request(Session, '/gateway/session', { method: 'POST', body })
}

/** Starts `session` with an empty cache, so that no data of another account remains. */
function startSession(queryClient: QueryClient, session: Session) {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** The form sends the token to the gateway. The browser stores it nowhere. */
function SignInForm(props: {
  /** The name that was given in this browser before, or "". */
  lastName: string
  isBusy: boolean
  /** Returns the error of the token, which the form shows next to it; null without one. */
  onSignIn: (body: SignIn) => Promise<string | null>
}) {
  const form = useForm({
    resolver: zodResolver(Values),
    defaultValues: { token: '', name: props.lastName },
    shouldFocusError: false,
  })
  const { errors } = form.formState
  return (
    <div className={classes.form}>
      <FormShell
        form={form}
        submitLabel={signInText}
        isBusy={props.isBusy}
        onSubmit={async ({ token, name }) => {
          const problem = await props.onSignIn({ token, ...(name !== '' && { name }) })
          if (problem !== null) form.setError('token', { message: problem })
        }}
      >
        <TextInput
          {...form.register('token')}
          type="password"
          label="API token"
          description="The operator of the service gives you the token. Redial stores it encrypted and never shows it again."
          required
          withAsterisk={false}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          error={errors.token?.message}
        />
        <TextInput
          {...form.register('name')}
          label="Your name (optional)"
          description="Colleagues see your name next to your changes. If you leave it empty, Redial asks for it at your first change."
          autoComplete="name"
          maxLength={80}
          error={errors.name?.message}
        />
      </FormShell>
    </div>
  )
}
