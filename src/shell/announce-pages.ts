import visuallyHidden from '../ui/visually-hidden.module.css'

/** A region that is filled when it appears isn't read. */
const MS_UNTIL_READ = 100

const region = document.createElement('p')
region.ariaLive = 'polite'
region.className = visuallyHidden.only ?? ''

/** The page that was announced last, or was there first. */
let last: { path: string; title: string } | null = null

/**
 * Announces the title of each page that is opened from now on. The focus stays on the link, so a screen reader
 * says nothing otherwise.
 *
 * @param path of the page before the first of them, and its title
 */
export function announcePages(path: string, title: string): void {
  if (last !== null) return
  last = { path, title }
  document.body.append(region)
  new MutationObserver(announce).observe(document.head, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  announce()
}

/** The title follows the path, when the page is drawn. */
function announce(): void {
  const { title } = document
  const path = window.location.pathname
  if (title === '' || title === last?.title) return
  if (path === last?.path) {
    // The same page has another title now.
    last.title = title
    return
  }
  last = { path, title }
  setTimeout(() => region.replaceChildren(title), MS_UNTIL_READ)
}
