export type Server = { close(): Promise<void> }

type Running = { server: Server; usedIn: number; forget(): void }

/** Consecutive test files often need the same server, and starting one takes a second. */
const FILES_IN_BETWEEN = 3

/** The number of test files that this worker has started. */
let begun = 0
let file: string | null = null
const running = new Set<Running>()
const closing: Promise<void>[] = []

/**
 * A server that the tests of a worker share: the first one that asks for it starts it. It closes when
 * the worker ends, or once several files have run without it: a dozen idle servers of each worker,
 * which look for due work all the time, would slow the others down. A fixture of the worker's own
 * would cost a worker for each set of fixtures.
 */
export function sharedServer<T extends Server>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | null = null
  let entry: Running | null = null
  const forget = () => {
    started = null
    entry = null
  }
  const begin = async () => {
    const server = await start()
    entry = { server, usedIn: begun, forget }
    running.add(entry)
    return server
  }
  return () => {
    if (entry !== null) entry.usedIn = begun
    started ??= begin().catch(error => {
      // The next test starts it again.
      forget()
      throw error
    })
    return started
  }
}

/** Closes, in the background, the servers that this file and those before it have not used. */
export function beginFile(name: string): void {
  if (name === file) return
  file = name
  begun += 1
  const unused = [...running].filter(({ usedIn }) => begun - usedIn > FILES_IN_BETWEEN)
  for (const entry of unused) {
    running.delete(entry)
    entry.forget()
    closing.push(entry.server.close())
  }
}

/** Closes all of them, when the worker ends. */
export async function closeSharedServers(): Promise<void> {
  const closed = [...running].map(({ server }) => server.close())
  running.clear()
  await Promise.all([...closing, ...closed])
}
