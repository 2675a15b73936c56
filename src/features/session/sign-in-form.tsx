import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { SignIn } from '../../../contract/sign-in.ts'
import classes from './sign-in-page.module.css'

/** The token goes from this form to the gateway and is kept nowhere else in the browser. */
export function SignInForm(props: {
  /** Why the token that was typed is not good; it stays in the field, to be mended. */
  tokenProblem: string | null
  isBusy: boolean
  onSignIn: (body: SignIn) => void
}) {
  const [isMissing, setIsMissing] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const token = String(form.get('token') ?? '').trim()
    const name = String(form.get('name') ?? '').trim()
    setIsMissing(token === '')
    if (token !== '') props.onSignIn({ token, ...(name !== '' && { name }) })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      <TextInput
        name="token"
        type="password"
        size="md"
        label="API token"
        description="You get it from the operator of the service. Redial keeps it sealed and never shows it again."
        required
        withAsterisk={false}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        error={isMissing ? 'Paste your API token here.' : props.tokenProblem}
      />
      <TextInput
        name="name"
        size="md"
        label="Your name (optional)"
        description="Colleagues see it beside what you change. Without it, you are asked at your first change."
        autoComplete="name"
        maxLength={80}
      />
      <Button type="submit" size="md" fullWidth loading={props.isBusy}>
        Sign in
      </Button>
    </form>
  )
}
