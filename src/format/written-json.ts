/** Serialises parsed JSON. Integers that were parsed as bigint become strings with all their digits. */
export function writtenJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'bigint' ? part.toString() : part,
    )
  } catch {
    return '"Too deep to be shown here"'
  }
}
