import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SignIn } from '../../../contract/sign-in.ts'
import { Logo } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lastName, rememberName } from './last-name.ts'
import * as messages from './messages.ts'
import { signIn, startSession } from './sign-in.ts'
import { signInCode } from './sign-in-address.ts'
import { SignInForm } from './sign-in-form.tsx'
import classes from './sign-in-page.module.css'
import { isRefusal, signInProblem } from './sign-in-problem.ts'

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
      <title>{messages.signInTitle}</title>
      <div className={classes.box}>
        <div className={classes.brand}>
          <Logo size={36} />
          Redial
        </div>
        <h1>{messages.signIn}</h1>
        <p className={classes.service}>
          to <strong>{service}</strong>
        </p>
        {wasSignedOut && enter.isIdle && (
          <div className={classes.notice}>
            <Notice tone="wait">
              {messages.signedOut} {isChangeLost && messages.changeLost}
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
