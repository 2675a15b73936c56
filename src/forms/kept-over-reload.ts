import * as z from 'zod/mini'

/*
 * After a new deployment the page has to be loaded again to go on. What a person has typed or
 * selected by then is kept in this tab's session storage for just that moment.
 */

const STORAGE_KEY = 'redial.kept-over-reload'
const RELOADED_AT_KEY = 'redial.reloaded-at'

/** A page that still can't load its parts after this was not helped by loading it again. */
const NOT_AGAIN_WITHIN_MS = 5 * 60_000

const readers = new Map<string, () => unknown>()
const kept = takeKept()

/**
 * Has something kept when `reloadKeepingInput` loads the page again.
 *
 * @param read returns what `JSON.stringify` can write
 * @returns a function that ends this
 */
export function keepOverReload(name: string, read: () => unknown): () => void {
  readers.set(name, read)
  return () => {
    if (readers.get(name) === read) readers.delete(name)
  }
}

/** What was kept under this name before the page was loaded again, once; null where nothing was. */
export function keptOverReload<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
): z.output<Schema> | null {
  const read = schema.safeParse(kept[name]).data ?? null
  delete kept[name]
  return read
}

/** Loads the page again by itself, unless it did so a moment ago or can't keep what was typed. */
export function reloadKeepingInput(): void {
  const reloadedAt = storedNumber(RELOADED_AT_KEY)
  if (reloadedAt !== null && Date.now() - reloadedAt < NOT_AGAIN_WITHIN_MS) return
  if (storeInput()) window.location.reload()
}

/** Loads the page again because a person asks for it, with what was typed where that can be kept. */
export function reloadAsAsked(): void {
  storeInput()
  window.location.reload()
}

/** Session storage can be full or forbidden. */
function storeInput(): boolean {
  try {
    // What nobody has asked for since the last time is kept on.
    const read = Object.fromEntries(Array.from(readers, ([name, read]) => [name, read()]))
    const values = { ...kept, ...read }
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(values))
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}

function storedNumber(key: string): number | null {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? null : Number(text)
  } catch {
    return null
  }
}

function takeKept(): Record<string, unknown> {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    sessionStorage.removeItem(STORAGE_KEY)
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
