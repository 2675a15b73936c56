import { getRouteApi } from '@tanstack/react-router'
import type { RunSearch } from '../run-search.ts'

const route = getRouteApi('/_signed-in/replays/$runId')

/** The URL parameters of the replay on the page, and its id. */
export function useRunSearch() {
  const { runId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** @param options `replace` if Back should not return here */
  const onSearch = (search: RunSearch, options?: { replace: boolean }) =>
    // The state of the entry has the list that the run was created from.
    void navigate({ search, ...options, state: true, resetScroll: false })
  return { runId, search, onSearch }
}
