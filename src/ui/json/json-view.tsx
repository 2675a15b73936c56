import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconChevronUp, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import {
  escapeCharacter,
  type JsonEntry,
  jsonEntries,
  jsonTokens,
  parseString,
} from '../../../contract/text/json-reader.ts'
import { CopyButton } from '../copy-button.tsx'
import { saveText } from '../download/save-text.ts'
import { IconButton } from '../icon-button.tsx'
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
export default function JsonView({ title, json, fileName }: JsonViewProps) {
  const [searchText, setSearchText] = useState('')
  const [position, setPosition] = useState(-1)
  const wanted = useDeferredValue(searchText.trim())
  const matches = useMemo(() => findInJson(json, wanted), [json, wanted])
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
          <CopyButton
            text={json}
            instead={<p role="alert">The browser blocked copying. Download it instead.</p>}
          >
            Copy
          </CopyButton>
          <Button
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveText(json, fileName, 'application/json')}
          >
            Download
          </Button>
        </div>
      </div>
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
              <IconButton label="Previous match" icon={IconChevronUp} onClick={() => go(-1)} />
              <IconButton label="Next match" icon={IconChevronDown} onClick={() => go(1)} />
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

type Searched = {
  json: string
  wanted: string
  /** Where the name or value of the current match begins. */
  match: number | null
}

type JsonTextProps = Searched & {
  entry: JsonEntry
  depth?: number
  /** Whether it is unfolded until a person folds it. */
  isOpen?: boolean
  /** What follows it: a comma, or nothing. */
  after?: string
}

/** A browser takes seconds to lay out thousands of entries. */
const ENTRIES_PER_PAGE = 100

/** Entries with more characters in total are folded at first. */
const MAX_OPEN_LENGTH = 20_000

const MAX_TEXT_LENGTH = 1_000

/** Each level reads all of its text again, so deeper values are text that doesn't fold, and may be cut. */
const MAX_DEPTH = 30

/** Deeper values are not indented further, because they would leave the box. */
const DEEPEST_INDENT = 16

/** The lines of one value, with highlighted names and values. Arrays and objects fold. */
export function JsonText(props: JsonTextProps) {
  const { json, entry, depth = 0, after = '' } = props
  const { start, end } = entry
  if ('[{'.includes(json.charAt(start)) && depth < MAX_DEPTH) return <Container {...props} />
  const raw = json.slice(start, end)
  const isString = raw.startsWith('"')
  const kind = isString ? 'text' : 'value'
  return (
    <Line>
      <Name {...props} />
      <Token {...props} kind={kind} text={parseString(raw)} start={start} isString={isString} />
      {after}
    </Line>
  )
}

/** What a person folded or opened, and the match that was current then. */
type Choice = { isOpen: boolean; page: number; match: number | null }

function Container(props: JsonTextProps) {
  const { json, match, entry, depth = 0, isOpen: isOpenAtFirst = true, after = '' } = props
  const entries = useMemo(() => [...jsonEntries(json, entry.start)], [json, entry.start])
  const [choice, setChoice] = useState<Choice>({ isOpen: isOpenAtFirst, page: 0, match: null })
  const current =
    match === null ? -1 : entries.findIndex(({ from, end }) => from <= match && match < end)
  // A new match unfolds what it is in. Afterwards a person can fold it again.
  const isRevealed = current >= 0 && choice.match !== match
  const isOpen = isRevealed || choice.isOpen
  const page = isRevealed ? Math.floor(current / ENTRIES_PER_PAGE) : choice.page
  const first = page * ENTRIES_PER_PAGE
  const shown = entries.slice(first, first + ENTRIES_PER_PAGE)
  const length = (shown.at(-1)?.end ?? 0) - (shown[0]?.from ?? 0)
  const isArray = json.charAt(entry.start) === '['
  const [open, close] = isArray ? '[]' : '{}'
  const size = isArray
    ? formatCount(entries.length, 'entry', 'entries')
    : formatCount(entries.length, 'field', 'fields')
  if (entries.length === 0) {
    return (
      <Line>
        <Name {...props} />
        {`${open}${close}${after}`}
      </Line>
    )
  }
  const openPage = (by: number) => setChoice({ isOpen: true, page: page + by, match })
  return (
    <>
      <Line>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-label={
            entry.name === null ? size : `${shownJson(entry.name.slice(0, 100))}, ${size}`
          }
          onClick={() => setChoice({ isOpen: !isOpen, page, match })}
        >
          <IconChevronRight size={13} aria-hidden />
        </button>
        <Name {...props} />
        {open}
        {!isOpen && (
          <>
            <span className={classes.size}> {size} </span>
            {`${close}${after}`}
          </>
        )}
      </Line>
      {isOpen && (
        <>
          <span className={classes.entries} data-indented={depth < DEEPEST_INDENT || undefined}>
            {page > 0 && (
              <PageButton onClick={() => openPage(-1)}>
                Show previous ({formatNumber(first)} before)
              </PageButton>
            )}
            {shown.map((child, index) => (
              <JsonText
                key={child.start}
                {...props}
                entry={child}
                depth={depth + 1}
                isOpen={length <= MAX_OPEN_LENGTH}
                after={first + index + 1 < entries.length ? ',' : ''}
              />
            ))}
            {first + shown.length < entries.length && (
              <PageButton onClick={() => openPage(1)}>
                Show next ({formatNumber(entries.length - first - shown.length)} more)
              </PageButton>
            )}
          </span>
          <Line>{`${close}${after}`}</Line>
        </>
      )}
    </>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <span className={classes.line}>{children}</span>
}

function PageButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Line>
      <button type="button" className={classes.page} onClick={onClick}>
        {children}
      </button>
    </Line>
  )
}

function Name(props: JsonTextProps) {
  const { name, from } = props.entry
  if (name === null) return null
  return (
    <>
      <Token {...props} kind="name" text={name} start={from} isString />
      {': '}
    </>
  )
}

type TokenProps = Searched & {
  kind: 'name' | 'text' | 'value'
  text: string
  start: number
  isString: boolean
}

/** One name or value, with what was searched marked in it. Its characters are readable: `ü`, not `\u00fc`. */
function Token({ kind, text, start, isString, wanted, match }: TokenProps) {
  const beginning = text.slice(0, MAX_TEXT_LENGTH)
  const isCurrent = match === start
  return (
    <span data-kind={kind} data-current={isCurrent || undefined} ref={isCurrent ? reveal : null}>
      {marked(shownJson(isString ? JSON.stringify(beginning) : beginning), wanted)}
      {text.length > MAX_TEXT_LENGTH && (
        <span className={classes.size}>
          {' '}
          and {formatNumber(text.length - MAX_TEXT_LENGTH)} more characters
        </span>
      )}
    </span>
  )
}

function marked(text: string, wanted: string): ReactNode {
  // Too long a text to be in this one can be too long for an expression.
  if (wanted === '' || wanted.length > text.length) return text
  const pattern = wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return text.split(new RegExp(`(${pattern})`, 'i')).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  )
}

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}

/** Control characters, and characters that change the direction of the text after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression has to find them
const INVISIBLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** JSON for a page. Invisible characters, which could make it look like other JSON, are escaped. */
export function shownJson(text: string): string {
  return text.replace(INVISIBLE, escapeCharacter)
}

/** Counting stops here, because a search with more results is too broad. */
export const MAX_MATCHES = 1_000

/** Where the names and values begin that contain `wanted`, in any case. */
export function findInJson(json: string, wanted: string): number[] {
  const matches: number[] = []
  if (wanted === '') return matches
  for (const { start, text } of jsonTokens(json)) {
    if ('[]{},:'.includes(text)) continue
    if (parseString(text).toLowerCase().includes(wanted.toLowerCase())) matches.push(start)
    if (matches.length === MAX_MATCHES) break
  }
  return matches
}
