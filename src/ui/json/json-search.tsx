import { ActionIcon } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { findInJson, MAX_FOUND } from './json-expansion.ts'
import type { JsonNodes } from './json-nodes.ts'
import classes from './json-view.module.css'
import * as messages from './messages.ts'

type JsonSearchProps = { nodes: JsonNodes; label: string; onShow: (node: number) => void }

/** Finds names and values in a payload. Enter goes to the next result, Shift+Enter to the previous. */
export function JsonSearch({ nodes, label, onShow }: JsonSearchProps) {
  const [searchText, setSearchText] = useState('')
  const [place, setPlace] = useState(-1)
  const wanted = useDeferredValue(searchText)
  const found = useMemo(() => findInJson(nodes, wanted), [nodes, wanted])

  const go = (by: 1 | -1) => {
    if (found.length === 0) return
    const next = (Math.max(place, by === 1 ? -1 : 0) + by + found.length) % found.length
    setPlace(next)
    onShow(found[next] ?? 0)
  }

  return (
    <search className={classes.search} aria-label={label}>
      <input
        type="search"
        aria-label={label}
        placeholder={messages.search}
        value={searchText}
        onChange={change => {
          setSearchText(change.currentTarget.value)
          setPlace(-1)
        }}
        onKeyDown={key => {
          if (key.key === 'Enter') go(key.shiftKey ? -1 : 1)
        }}
      />
      {searchText.trim() !== '' && (
        <>
          <span className={classes.found} role="status">
            {formatFound(found.length, place)}
          </span>
          <ActionIcon variant="subtle" aria-label={messages.previousMatch} onClick={() => go(-1)}>
            <IconChevronUp size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" aria-label={messages.nextMatch} onClick={() => go(1)}>
            <IconChevronDown size={15} aria-hidden />
          </ActionIcon>
        </>
      )}
    </search>
  )
}

function formatFound(count: number, place: number): string {
  if (count === 0) return messages.notFound
  const all = count >= MAX_FOUND ? messages.orMore(MAX_FOUND) : String(count)
  return place < 0 ? messages.found(all) : messages.placeOf(place + 1, all)
}
