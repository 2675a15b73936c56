import { IconBookmarks } from '@tabler/icons-react'
import { PopoverButton } from '../../ui/popover-button.tsx'
import type { ListProps } from '../event/list/list-search.ts'
import { lazyPart } from '../request-errors/lazy-part.tsx'

const SavedViewsPanel = lazyPart(
  async () => (await import('./saved-views-panel.tsx')).SavedViewsPanel,
)

export function SavedViewsButton({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  return (
    <PopoverButton
      label="Saved views"
      title="Saved views"
      isIconOnly="on phones"
      icon={<IconBookmarks size={16} aria-hidden />}
    >
      {close => <SavedViewsPanel list={list} search={search} onGone={close} />}
    </PopoverButton>
  )
}
