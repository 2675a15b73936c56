import { Button } from '@mantine/core'
import { IconCheck, IconCopy, type TablerIcon } from '@tabler/icons-react'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'

type CopyButtonProps = {
  copy: UseMutationResult<void, Error, void>
  icon?: TablerIcon
  /** What it says once the text can be pasted. */
  copied?: string
  children: string
}

/** Its place says what to do if the browser does not allow a page to copy. */
export function CopyButton(props: CopyButtonProps) {
  const { copy, icon = IconCopy, copied = 'Copied', children } = props
  const Icon = copy.isSuccess ? IconCheck : icon
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => copy.mutate()}
    >
      {copy.isSuccess ? copied : children}
    </Button>
  )
}

/** Puts `text` where it can be pasted from. */
export function useCopy(text: string): UseMutationResult<void, Error, void> {
  return useMutation({ mutationFn: () => navigator.clipboard.writeText(text) })
}
