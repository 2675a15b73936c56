import { IconMapSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import button from '../row-button.module.css'
import { EmptyState } from './empty-state.tsx'

export function NotFound() {
  return (
    <main>
      <title>Page not found · Redial</title>
      <EmptyState
        icon={<IconMapSearch size={22} aria-hidden />}
        title="There is no such page"
        message="Check the address. The page may no longer exist."
      >
        <Link to="/" className={button.button} data-size="sm">
          Go to Overview
        </Link>
      </EmptyState>
    </main>
  )
}
