import { IconMapSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import * as messages from '../messages.ts'
import button from '../row-button.module.css'
import { EmptyState } from './empty-state.tsx'

export function NotFound() {
  return (
    <main>
      <title>{messages.pageNotFound}</title>
      <EmptyState
        icon={<IconMapSearch size={22} aria-hidden />}
        title={messages.noSuchPage}
        message={messages.checkAddress}
      >
        <Link to="/" className={button.button} data-size="sm">
          {messages.goToOverview}
        </Link>
      </EmptyState>
    </main>
  )
}
