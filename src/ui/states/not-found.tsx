import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
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
        <Button renderRoot={props => <Link to="/" {...props} />}>Go to Overview</Button>
      </EmptyState>
    </main>
  )
}
