import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import classes from './palette-button.module.css'

const CommandPalette = lazyPart(() => import('./command-palette.tsx'))

/** Opens the command palette, as Ctrl+K and Command+K do. */
export function PaletteButton() {
  const [presses, setPresses] = useState(0)
  const [query, setQuery] = useState('')
  const [entered, setEntered] = useState<string | null>(null)
  const typing = useTypingAhead(setQuery, setEntered)
  const open = () => {
    setQuery('')
    setEntered(null)
    setPresses(count => count + 1)
    typing.begin()
  }
  const openUnlessCovered = () => {
    // A modal dialog would cover the palette, and would get what a person types.
    if (document.querySelector('dialog:modal') === null) open()
  }
  // In fields too: it is no single key.
  useHotkeys([['mod+K', openUnlessCovered]], [])
  // A person presses Ctrl or Command before K.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') void CommandPalette.preload()
  })
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        onPointerEnter={CommandPalette.preload}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.label}>Search</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {presses > 0 && (
        <Suspense fallback={null}>
          <CommandPalette
            key={presses}
            query={query}
            entered={entered}
            onQuery={setQuery}
            onReady={typing.end}
            cameFrom={typing.cameFrom}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * Collects what a person types from Ctrl+K on until the palette's field has the focus, so that no key is
 * lost and none acts on the page behind.
 */
function useTypingAhead(onQuery: (query: string) => void, onEnter: (query: string) => void) {
  const stop = useRef<() => void>(() => undefined)
  const cameFrom = useRef<Element | null>(null)
  useEffect(() => () => stop.current(), [])
  return {
    /** What had the focus before. */
    cameFrom,
    begin() {
      stop.current()
      cameFrom.current = document.activeElement
      let text = ''
      const onKeyDown = (press: KeyboardEvent) => {
        if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return
        const { key } = press
        if (key === 'Escape' || key === 'Tab') return stop.current()
        press.preventDefault()
        press.stopPropagation()
        if (key === 'Enter') return onEnter(text)
        text = textAfter(text, key)
        onQuery(text)
      }
      const listening = new AbortController()
      const options = { capture: true, signal: listening.signal }
      stop.current = () => listening.abort()
      window.addEventListener('keydown', onKeyDown, options)
      window.addEventListener('pointerdown', stop.current, options)
    },
    end: () => stop.current(),
  }
}

function textAfter(text: string, key: string): string {
  if (key === 'Backspace') return text.slice(0, -1)
  return [...key].length === 1 ? text + key : text
}
