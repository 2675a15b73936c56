import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { SignIn } from '../../../contract/sign-in.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import * as messages from './messages.ts'
import classes from './sign-in-page.module.css'

const Values = z.object({
  token: z.string().check(z.trim(), z.minLength(1, messages.pasteToken)),
  name: z.string().check(z.trim()),
})

/** The form sends the token to the gateway. The browser stores it nowhere. */
export function SignInForm(props: {
  /** The name that was given in this browser before, or "". */
  lastName: string
  isBusy: boolean
  /** Returns why the token is not good, which is shown beside it; null if something else is wrong, or nothing. */
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
        submitLabel={messages.signIn}
        isBusy={props.isBusy}
        onSubmit={async ({ token, name }) => {
          const problem = await props.onSignIn({ token, ...(name !== '' && { name }) })
          if (problem !== null) form.setError('token', { message: problem })
        }}
      >
        <TextInput
          {...form.register('token')}
          type="password"
          label={messages.token}
          description={messages.aboutToken}
          required
          withAsterisk={false}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          error={errors.token?.message}
        />
        <TextInput
          {...form.register('name')}
          label={messages.yourName}
          description={messages.aboutName}
          autoComplete="name"
          maxLength={80}
          error={errors.name?.message}
        />
      </FormShell>
    </div>
  )
}
