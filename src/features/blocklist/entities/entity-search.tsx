import { SearchField } from '../../../ui/search-field.tsx'
import { useTypedText } from '../../../ui/use-typed-text.ts'

type EntitySearchProps = { searched: string; onSearched: (searched: string | undefined) => void }

/** Searches entities of all contexts. The tabs show the counts and list the matches. */
export function EntitySearch({ searched, onSearched }: EntitySearchProps) {
  const [typed, type] = useTypedText(searched, onSearched)
  return (
    <search>
      <SearchField
        label="Find a company, partner or group"
        placeholder="Name, reference or number"
        typed={typed}
        onType={type}
      />
    </search>
  )
}
