import { ActionIcon, Button } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconChevronDown, IconChevronUp, IconDownload } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { CopyButton, useCopy } from '../copy-button.tsx'
import { saveText } from '../download/save-text.ts'
import { findInJson, JsonText, MAX_MATCHES } from './json-text.tsx'
import classes from './json-view.module.css'

type JsonViewProps = {
  title: string
  /** What `parseLenient` accepts. */
  json: string
  fileName: string
}

/** A shorter text is seen at once. */
const WORTH_SEARCHING = 200

/** Shows JSON from outside, which a person can search, fold, copy and save. Markup in it stays text. */
export function JsonView({ title, json, fileName }: JsonViewProps) {
  const [searchText, setSearchText] = useState('')
  const [position, setPosition] = useState(-1)
  const wanted = useDeferredValue(searchText.trim())
  const matches = useMemo(() => findInJson(json, wanted), [json, wanted])
  const copy = useCopy(json)
  const start = json.search(/\S/)

  const go = (by: 1 | -1) => {
    if (matches.length === 0) return
    const from = Math.max(position, by === 1 ? -1 : 0)
    setPosition((from + by + matches.length) % matches.length)
  }

  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <h3>{title}</h3>
        <div className={classes.actions}>
          <CopyButton copy={copy}>Copy</CopyButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveText(json, fileName, 'application/json')}
          >
            Download
          </Button>
        </div>
      </div>
      {copy.isError && (
        <p className={classes.note} role="alert">
          The browser blocked copying. Download it instead.
        </p>
      )}
      {json.length > WORTH_SEARCHING && (
        <search className={classes.search} aria-label={`Search ${title}`}>
          <input
            type="search"
            aria-label={`Search ${title}`}
            placeholder="Search"
            value={searchText}
            onChange={change => {
              setSearchText(change.currentTarget.value)
              setPosition(-1)
            }}
            onKeyDown={key => {
              if (key.key === 'Enter') go(key.shiftKey ? -1 : 1)
            }}
          />
          {searchText.trim() !== '' && (
            <>
              <span className={classes.matches} role="status">
                {formatMatches(matches.length, position)}
              </span>
              <ActionIcon variant="subtle" aria-label="Previous match" onClick={() => go(-1)}>
                <IconChevronUp size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon variant="subtle" aria-label="Next match" onClick={() => go(1)}>
                <IconChevronDown size={15} aria-hidden />
              </ActionIcon>
            </>
          )}
        </search>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={classes.text} tabIndex={0} translate="no">
        <JsonText
          key={json}
          json={json}
          wanted={wanted}
          match={matches[position] ?? null}
          entry={{ name: null, from: start, start, end: json.trimEnd().length }}
        />
      </pre>
    </section>
  )
}

function formatMatches(count: number, position: number): string {
  if (count === 0) return 'Not found'
  const all = count >= MAX_MATCHES ? `${MAX_MATCHES} or more` : String(count)
  return position < 0 ? `${all} found` : `${position + 1} of ${all}`
}
