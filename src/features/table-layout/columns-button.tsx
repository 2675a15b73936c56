import { IconColumns3 } from '@tabler/icons-react'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import type { ColumnsMenuProps } from './columns-menu.tsx'

const ColumnsMenu = lazyPart(() => import('./columns-menu.tsx'))

export function ColumnsButton(props: ColumnsMenuProps) {
  return (
    <PopoverButton
      label="Columns"
      title="Columns"
      isIconOnly
      icon={<IconColumns3 size={16} aria-hidden />}
    >
      {() => <ColumnsMenu {...props} />}
    </PopoverButton>
  )
}
