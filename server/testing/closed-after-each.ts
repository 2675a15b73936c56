import { afterEach } from 'vitest'

/** Closes everything that `open` was given after each test, the last one first. */
export function closedAfterEach() {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })
  return async <T extends { close(): unknown }>(opening: Promise<T> | T): Promise<T> => {
    const one = await opening
    open.push(one)
    return one
  }
}
