export type Server = { close(): Promise<void> }

const running = new Set<Server>()

/**
 * A server that the tests of a worker share: the first one that asks for it starts it, and it runs
 * until the worker ends. A fixture of the worker's own would cost a worker for each set of fixtures.
 */
export function sharedServer<T extends Server>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | null = null
  const begin = async () => {
    const server = await start()
    running.add(server)
    return server
  }
  return () => {
    started ??= begin().catch(error => {
      // The next test starts it again.
      started = null
      throw error
    })
    return started
  }
}

/** Closes all of them, when the worker ends. */
export async function closeSharedServers(): Promise<void> {
  await Promise.all([...running].map(server => server.close()))
  running.clear()
}
