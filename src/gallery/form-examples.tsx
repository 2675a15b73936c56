import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormShell } from '../forms/form-shell.tsx'
import { RadioChoice } from '../forms/radio-choice.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton, useCopy } from '../ui/copy-button.tsx'
import { CopyLink } from '../ui/copy-link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PlainButton } from '../ui/plain-button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Example } from './example.tsx'
import classes from './gallery.module.css'

const FORMATS = [
  { value: 'csv', label: 'CSV', hint: 'For spreadsheets' },
  { value: 'json', label: 'JSON', hint: 'For developers' },
]

export function FormExamples() {
  const [searchText, setSearchText] = useState('')
  const [format, setFormat] = useState('csv')
  const copy = useCopy('copied from the gallery')
  return (
    <>
      <Example name="Page header">
        <PageHeader title="Blocklist">Numbers that can’t call your companies.</PageHeader>
      </Example>
      <Example name="Form">
        <Card>
          <div className={classes.drawer}>
            <NumberForm />
          </div>
        </Card>
      </Example>
      <Example name="Form, busy">
        <Card>
          <div className={classes.drawer}>
            <FixedForm label="Number being blocked" isBusy />
          </div>
        </Card>
      </Example>
      <Example name="Form, read-only">
        <Card>
          <div className={classes.drawer}>
            <FixedForm label="Number that is blocked" isReadOnly />
          </div>
        </Card>
      </Example>
      <Example name="Button">
        <PlainButton>Refresh</PlainButton>
      </Example>
      <Example name="Button, loading">
        <PlainButton isLoading>Refresh</PlainButton>
      </Example>
      <Example name="Copy a link">
        <CopyLink link="https://redial.example/failed-calls?open=1284" />
      </Example>
      <Example name="Search field">
        <SearchField
          label="Search companies"
          isLabelShown
          placeholder="Name or reference"
          text={searchText}
          onTextChange={setSearchText}
        />
      </Example>
      <Example name="Choice">
        <RadioChoice
          legend="Format"
          name="format"
          options={FORMATS}
          chosen={format}
          onChoose={setFormat}
        />
      </Example>
      <Example name="Copy">
        <CopyButton copy={copy}>Copy</CopyButton>
        {copy.isError && <p role="alert">The browser blocked copying.</p>}
      </Example>
    </>
  )
}

/** Refuses a missing number before it is sent, 0 at the field, and 999 for the whole form. */
function NumberForm() {
  const [sent, setSent] = useState<string[]>([])
  const form = useForm({ defaultValues: { number: '' }, shouldFocusError: false })
  const { error } = form.getFieldState('number', form.formState)
  return (
    <>
      <FormShell
        form={form}
        submitLabel="Block number"
        onSubmit={({ number }) => {
          if (number === '0') form.setError('number', { message: 'This number is not valid.' })
          else if (number === '999') {
            form.setError('root.server', { message: 'The service is closed.\nTry tomorrow.' })
          } else setSent([...sent, number])
        }}
      >
        <TextInput
          label="Phone number"
          error={error?.message}
          {...form.register('number', { required: 'Enter a phone number.' })}
        />
      </FormShell>
      <output>Sent: {sent.join(', ') || 'nothing'}</output>
    </>
  )
}

function FixedForm(props: { label: string; isBusy?: boolean; isReadOnly?: boolean }) {
  const form = useForm({ defaultValues: { number: '+27 82 000 0001' } })
  return (
    <FormShell
      form={form}
      submitLabel="Block number"
      onSubmit={() => {}}
      isBusy={props.isBusy ?? false}
      isReadOnly={props.isReadOnly ?? false}
      actions={<PlainButton>Cancel</PlainButton>}
    >
      <TextInput label={props.label} readOnly={props.isReadOnly} {...form.register('number')} />
    </FormShell>
  )
}
