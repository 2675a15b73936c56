import * as z from 'zod/mini'

/*
 * After a new deployment the page has to reload. This tab's session storage keeps input and
 * selections during the reload. It also keeps what is typed in an open form while the tab is hidden.
 */

const STORAGE_KEY = 'redial.kept-over-reload'
const RELOADED_AT_KEY = 'redial.reloaded-at'

/** If the page still fails after a reload, another reload within this time won't help. */
const NOT_AGAIN_WITHIN_MS = 5 * 60_000

let isReloading = false
const readers = new Map<string, () => unknown>()
const kept = takeKept()

/**
 * Registers data to keep when `reloadKeepingInput` reloads the page.
 *
 * @param read returns JSON-compatible data
 * @returns a function that unregisters it
 */
export function keepOverReload(name: string, read: () => unknown): () => void {
  readers.set(name, read)
  return () => {
    if (readers.get(name) === read) readers.delete(name)
  }
}

/**
 * Returns and removes the data that was kept under this name during a reload; null if there is
 * none.
 */
export function keptOverReload<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
): z.output<Schema> | null {
  const read = schema.safeParse(kept[name]).data ?? null
  delete kept[name]
  return read
}

/** Forgets what nobody has read since the last reload. */
export function forgetKept(): void {
  for (const name of Object.keys(kept)) delete kept[name]
}

/** Reloads the page automatically, unless it did so recently or can't keep the input. */
export function reloadKeepingInput(): void {
  const reloadedAt = storedNumber(RELOADED_AT_KEY)
  if (reloadedAt !== null && Date.now() - reloadedAt < NOT_AGAIN_WITHIN_MS) return
  if (storeAll()) window.location.reload()
}

/** Reloads the page at a person's request and keeps the input if possible. */
export function reloadAsAsked(): void {
  storeAll()
  window.location.reload()
}

/** Stores the data of one name in case the page ends. */
export function storeInput(name: string): void {
  // The page also becomes hidden when it reloads.
  if (!isReloading) store({ [name]: readers.get(name)?.() })
}

/**
 * Removes what `storeInput` stored.
 *
 * @param isVisibleAgain the page was not reloaded: a person has cancelled that
 */
export function dropStored(isVisibleAgain = false): void {
  if (isVisibleAgain) isReloading = false
  if (isReloading) return
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Nothing was stored.
  }
}

function storeAll(): boolean {
  const values = Object.fromEntries(Array.from(readers, ([name, read]) => [name, read()]))
  isReloading = store(values) && setItem(RELOADED_AT_KEY, String(Date.now()))
  return isReloading
}

function store(values: Record<string, unknown>): boolean {
  // Data that nobody has read since the last reload is kept.
  return setItem(STORAGE_KEY, JSON.stringify({ ...kept, ...values }))
}

/** Session storage can be full or blocked. */
function setItem(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text)
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
