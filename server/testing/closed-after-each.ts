import { afterAll, afterEach } from 'vitest'

type Closable = { close(): unknown }

/** Closes everything that `open` was given after each test, the last one first. */
export function closedAfterEach() {
  const open: Closable[] = []
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })
  return async <T extends Closable>(opening: Promise<T> | T): Promise<T> => {
    const one = await opening
    open.push(one)
    return one
  }
}

/** Closes what all tests of a file use after the last one, in the reverse order of these calls. */
export async function closedAfterAll<T extends Closable>(opening: Promise<T> | T): Promise<T> {
  const one = await opening
  afterAll(() => one.close())
  return one
}
