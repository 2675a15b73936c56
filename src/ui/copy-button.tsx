import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconLink, type TablerIcon } from '@tabler/icons-react'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'

type CopyButtonProps = {
  copy: UseMutationResult<void, Error, void>
  icon?: TablerIcon
  /** The label after the text was copied. */
  copied?: string
  children: string
}

/** Its parent says what to do if the browser blocks copying. */
export function CopyButton(props: CopyButtonProps) {
  const { copy, icon = IconCopy, copied = 'Copied', children } = props
  const Icon = copy.isSuccess ? IconCheck : icon
  return (
    <Button size="xs" leftSection={<Icon size={14} aria-hidden />} onClick={() => copy.mutate()}>
      {copy.isSuccess ? copied : children}
    </Button>
  )
}

export function useCopy(text: string): UseMutationResult<void, Error, void> {
  return useMutation({ mutationFn: () => navigator.clipboard.writeText(text) })
}

/** Copies a link. If the browser blocks that, it shows the link so that a person can copy it. */
export function CopyLink({ link }: { link: string }) {
  const copy = useCopy(link)
  if (copy.isError) {
    return (
      <TextInput
        size="xs"
        aria-label="The browser blocked copying. Copy this link yourself."
        defaultValue={link}
        readOnly
        autoFocus
        onFocus={focus => focus.currentTarget.select()}
      />
    )
  }
  return (
    <CopyButton copy={copy} icon={IconLink} copied="Link copied">
      Copy link
    </CopyButton>
  )
}
