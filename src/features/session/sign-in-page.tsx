import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Session, type SignIn } from '../../../contract/session.ts'
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

const Values = z.object({
  token: z.string().check(z.trim(), z.minLength(1, 'Paste your API token here.')),
  name: z.string().check(z.trim()),
})

const route = getRouteApi('/sign-in')

export default function SignInPage(): ReactNode {
  const { service, ended } = route.useRouteContext().session
  const { redirect: place = '/', reason } = route.useSearch()
  // The session ended while the person was away or at work, which may have refused a change, such as a replay.
  const wasSignedOut = reason !== undefined || ended === true
  const queryClient = useQueryClient()
  const router = useRouter()
  const enter = useMutation({
    // It fails with `signed-out` if the token is wrong or the link was used before.
    mutationFn: (body: SignIn) => request(Session, '/gateway/session', { method: 'POST', body }),
    meta: { isSignIn: true },
    onSuccess: session => {
      if (session.name !== null) rememberName(session.service, session.name)
      // No data of another account remains.
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      router.history.replace(place)
    },
  })
  useCodeOfLink(enter.mutate)
  const form = useForm({
    resolver: zodResolver(Values),
    defaultValues: { token: '', name: lastName(service) },
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const usedLink = enter.variables !== undefined && 'code' in enter.variables
  const isTokenRefused = enter.error !== null && isRefusal(enter.error) && !usedLink

  return (
    <main className={classes.page}>
      <title>Sign in · Redial</title>
      <div className={classes.box}>
        <div className={classes.brand}>
          <Logo size={36} />
          Redial
        </div>
        <h1>Sign in</h1>
        <p className={classes.service}>
          to <strong>{service}</strong>
        </p>
        {wasSignedOut && enter.isIdle && (
          <div className={classes.notice}>
            <Notice tone="wait">
              You were signed out in another tab, after 12 hours without use, or because the service
              no longer accepts the token. Sign in to continue.{' '}
              {reason === 'not-done' &&
                'Your last change was not made, or only a part of it. Check it after you sign in.'}
            </Notice>
          </div>
        )}
        {enter.error && !isTokenRefused && (
          <div className={classes.notice}>
            <Notice tone="bad">{signInProblem(enter.error, usedLink)}</Notice>
          </div>
        )}
        <div className={classes.form}>
          <FormShell
            form={form}
            submitLabel="Sign in"
            isBusy={enter.isPending || enter.isSuccess}
            onSubmit={({ token, name }) =>
              enter.mutateAsync({ token, ...(name !== '' && { name }) }).catch((error: Error) => {
                // Any other problem is shown above the form.
                if (isRefusal(error))
                  form.setError('token', { message: signInProblem(error, false) })
              })
            }
          >
            <TextInput
              {...form.register('token')}
              type="password"
              label="API token"
              description="The operator of the service gives you the token. Redial stores it encrypted and never shows it again."
              required
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

/** Whether the token or link is invalid, so that a retry would not help. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'signed-out' || error.kind === 'invalid')
}

function signInProblem(error: Error, usedLink: boolean): string {
  if (isRefusal(error) && usedLink) {
    return 'This sign-in link was already used or is older than 15 minutes. To get a new one, run “npm run sessions -- link” on Redial’s server. You can also sign in with a token.'
  }
  if (isRefusal(error)) {
    return 'The service does not accept this token. Check that you copied all of it and that no newer token has replaced it.'
  }
  return errorText(error)
}
