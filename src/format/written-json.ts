/** Parsed JSON written anew; numbers that JavaScript's can't hold become texts, with all their digits. */
export function writtenJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'bigint' ? part.toString() : part,
    )
  } catch {
    return '"Too deep to be shown here"'
  }
}
