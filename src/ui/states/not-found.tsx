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
        message="The address may have been mistyped, or the page has gone."
      >
        <Button renderRoot={props => <Link to="/" {...props} />}>Go to the first page</Button>
      </EmptyState>
    </main>
  )
}
