import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import type { BlockAccount } from './block-account.ts'
import classes from './block-numbers-drawer.module.css'
import { BlockNumbersForm } from './block-numbers-form.tsx'
import type { BlockNumbersValues } from './block-numbers-values.ts'

type BlockNumbersDrawerProps = {
  isOpen: boolean
  /** Who types: a draft is given back to nobody else. */
  owner: string
  start: BlockNumbersValues
  onClose: () => void
  onBlocked: (account: BlockAccount) => void
}

/** The form beside the list that it adds to. However it is closed, what was typed is kept. */
export function BlockNumbersDrawer(props: BlockNumbersDrawerProps) {
  const { isOpen, owner, start, onClose, onBlocked } = props
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={520}
      title="Block numbers"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      <BlockNumbersForm owner={owner} start={start} onCancel={onClose} onBlocked={onBlocked} />
    </Drawer>
  )
}
