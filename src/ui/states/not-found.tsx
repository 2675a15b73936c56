import { IconMapSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import button from '../row-button.module.css'
import classes from './state.module.css'

export function NotFound() {
  return (
    <main>
      <title>Page not found · Redial</title>
      {/* Like an empty state, but as the heading of the page. */}
      <div className={classes.state} data-tone="calm">
        <div className={classes.icon}>
          <IconMapSearch size={22} aria-hidden />
        </div>
        <h1>There is no such page</h1>
        <p className={classes.message}>Check the address. The page may no longer exist.</p>
        <div className={classes.actions}>
          <Link to="/" className={button.button} data-size="sm">
            Go to Overview
          </Link>
        </div>
      </div>
    </main>
  )
}
