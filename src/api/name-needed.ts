/** Resolves to whether the person entered their name. */
type AskName = () => Promise<boolean>

let ask: AskName | null = null
let asking: Promise<boolean> | null = null

/**
 * Registers the function that asks for the person's name when a change needs it.
 *
 * @returns a function that unregisters it
 */
export function onNameNeeded(asks: AskName): () => void {
  ask = asks
  return () => {
    if (ask === asks) ask = null
  }
}

/** Asks for the name once, for all changes that wait for it. */
export function askName(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
