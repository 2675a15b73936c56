import { ActionIcon } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import type { TablerIcon } from '@tabler/icons-react'
import classes from './icon-button.module.css'

type IconButtonProps = {
  label: string
  icon: TablerIcon
  /** The key that does the same. */
  shortcut?: string
  /** It does nothing, and keeps the focus, which a `disabled` button would lose. */
  isOff?: boolean
  onClick: () => void
}

/** A small button without a text. */
export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, shortcut, isOff = false, onClick } = props
  return (
    <ActionIcon
      className={classes.button}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      aria-keyshortcuts={shortcut}
      aria-disabled={isOff}
      data-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
