import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconLink, type TablerIcon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

type CopyButtonProps = {
  text: string
  icon?: TablerIcon
  /** The label after the text was copied. */
  copied?: string
  /** What takes its place if the browser blocks copying. */
  instead: ReactNode
  children: string
}

export function CopyButton(props: CopyButtonProps) {
  const { text, icon = IconCopy, copied = 'Copied', instead, children } = props
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(text) })
  if (copy.isError) return instead
  const Icon = copy.isSuccess ? IconCheck : icon
  return (
    <Button size="xs" leftSection={<Icon size={14} aria-hidden />} onClick={() => copy.mutate()}>
      {copy.isSuccess ? copied : children}
    </Button>
  )
}

/** Copies a link. If the browser blocks that, it shows the link so that a person can copy it. */
export function CopyLink({ link }: { link: string }) {
  const field = (
    <TextInput
      size="xs"
      aria-label="The browser blocked copying. Copy this link yourself."
      defaultValue={link}
      readOnly
      autoFocus
      onFocus={focus => focus.currentTarget.select()}
    />
  )
  return (
    <CopyButton text={link} icon={IconLink} copied="Link copied" instead={field}>
      Copy link
    </CopyButton>
  )
}
