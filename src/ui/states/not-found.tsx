import { IconMapSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import * as messages from '../messages.ts'
import button from '../row-button.module.css'
import classes from './state.module.css'

export function NotFound() {
  return (
    <main>
      <title>{messages.pageNotFound}</title>
      {/* Like an empty state, but as the heading of the page. */}
      <div className={classes.state} data-tone="calm">
        <div className={classes.icon}>
          <IconMapSearch size={22} aria-hidden />
        </div>
        <h1>{messages.noSuchPage}</h1>
        <p className={classes.message}>{messages.checkAddress}</p>
        <div className={classes.actions}>
          <Link to="/" className={button.button} data-size="sm">
            {messages.goToOverview}
          </Link>
        </div>
      </div>
    </main>
  )
}
