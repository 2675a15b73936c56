import { Autocomplete, TextInput } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Control, useController, useFormContext, useWatch } from 'react-hook-form'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { RadioChoice } from '../../../forms/radio-choice.tsx'
import { CONTEXTS } from '../blocklist-search.ts'
import { textMatch } from '../entity-matches.ts'
import {
  type BlockedEntity,
  CONTEXT_LABELS,
  findEntity,
  withCountryCodes,
} from '../records/blocked-entities.ts'
import { blocklistQuery, useCompanies } from '../records/queries.ts'
import type { BlockNumbersFields } from './block-failure.ts'
import classes from './entity-fields.module.css'

/** More than a person reads. */
const MAX_SUGGESTED = 50

type EntityFieldsProps = {
  target: ReturnType<typeof useTarget>
  /** Whether the name gets the focus when the form opens. */
  isFirstField: boolean
}

/** The entity that the numbers are blocked for, picked from a list or entered by hand. */
export function EntityFields({ target, isFirstField }: EntityFieldsProps) {
  const { control, register, setValue, getValues, formState } = useFormContext<BlockNumbersFields>()
  const context = useWatch({ control, name: 'entity_context_name' })
  const nameField = useController({ control, name: 'entity.name' })
  const reference = useWatch({ control, name: 'entity.reference' }).trim()
  const { entities, nameOf, isOfAnother } = target
  const typedName = nameField.field.value.trim()
  const suggested = entities.filter(textMatch(typedName).entity).slice(0, MAX_SUGGESTED)

  const takeReference = (reference: string) =>
    setValue('entity.reference', reference, { shouldDirty: true, shouldValidate: true })
  const takeContext = (value: EntityContext) => {
    // A listed entity belongs to the previous context. A reference entered by hand may fit this one.
    if (nameOf.has(getValues('entity.reference').trim())) {
      setValue('entity', { name: '', reference: '' })
    }
    setValue('entity_context_name', value, { shouldDirty: true, shouldValidate: true })
  }
  const takeReferenceOfTypedName = () => {
    nameField.field.onBlur()
    const [first, ...others] = entities.filter(({ name }) => isSameName(name, typedName))
    const only = others.length === 0 ? first : undefined
    // Keep a reference that was entered by hand; replace or clear one of another listed entity.
    if (isOfAnother || (only && reference === '')) takeReference(only?.reference ?? '')
  }

  return (
    <div className={classes.target}>
      <RadioChoice
        legend="Block for a"
        options={CONTEXTS.map(value => ({ value, label: CONTEXT_LABELS[value].title }))}
        chosen={context}
        onChoose={takeContext}
        error={formState.errors.entity_context_name?.message}
      />
      <div className={classes.entity}>
        <Autocomplete
          {...nameField.field}
          label={<span>Name of the {CONTEXT_LABELS[context].one}</span>}
          data={suggested.map(({ reference, name }) => ({ value: reference, label: name }))}
          renderOption={({ option }) => (
            <div>
              <div>{nameOf.get(option.value)}</div>
              <div className={classes.reference}>{option.value}</div>
            </div>
          )}
          onOptionSubmit={takeReference}
          onBlur={takeReferenceOfTypedName}
          // What is typed next replaces the name of the entity on screen.
          onFocus={({ currentTarget }) => currentTarget.select()}
          filter={({ options }) => options}
          openOnFocus={false}
          // Within the landmark of the form.
          comboboxProps={{ keepMounted: false, withinPortal: false }}
          autoComplete="off"
          required
          data-autofocus={isFirstField ? true : undefined}
          error={nameField.fieldState.error?.message}
        />
        <TextInput
          {...register('entity.reference')}
          label="Reference"
          autoComplete="off"
          spellCheck={false}
          required
          error={
            isOfAnother
              ? `This is the reference of ${nameOf.get(reference)}. Enter that name, or another reference.`
              : formState.errors.entity?.reference?.message
          }
        />
      </div>
    </div>
  )
}

const NONE: BlockedEntity[] = []

/**
 * The entities of the context in the form, whose reference the form has, and which numbers are blocked for it. The
 * service goes by the reference alone, so a name that belongs to another one must not be sent with it.
 */
export function useTarget(control: Control<BlockNumbersFields>) {
  const [context, { name, reference }] = useWatch({
    control,
    name: ['entity_context_name', 'entity'],
  })
  const { data: blocked = NONE } = useQuery(blocklistQuery)
  const { companies } = useCompanies(context === 'company')
  const all: Entity[] = [
    ...(context === 'company' ? companies : []),
    ...blocked.filter(entity => entity.context === context),
  ]
  const byReference = new Map(all.map(entity => [entity.reference, entity]))
  const entities = [...byReference.values()].sort((a, b) => a.name.localeCompare(b.name))
  const nameOf = new Map(entities.map(entity => [entity.reference, shownText(entity.name).trim()]))
  /** The name of the entity with the reference; undefined if it is not listed. */
  const nameOfReference = nameOf.get(reference.trim())
  const isOfAnother =
    nameOfReference !== undefined && name.trim() !== '' && !isSameName(nameOfReference, name.trim())
  /** The numbers that are already blocked for it and for every partner of the account. */
  const listed = useMemo(() => {
    const partners = blocked.filter(entity => entity.context === 'partner')
    const { numbers } = findEntity(blocked, { context, reference: reference.trim() })
    return {
      entity: withCountryCodes(numbers),
      partner: withCountryCodes(partners.flatMap(({ numbers }) => numbers)),
    }
  }, [blocked, context, reference])
  const shownName = (isOfAnother ? '' : nameOfReference) || name.trim()
  return { entities, nameOf, isOfAnother, listed, name: shownName }
}

function isSameName(name: string, text: string): boolean {
  return shownText(name).trim().toLowerCase() === text.toLowerCase()
}
