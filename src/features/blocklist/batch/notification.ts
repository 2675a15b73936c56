/** What the last action did. */
export type Notification = {
  text: string
  /** Whether all went as it was meant; if not, it must not look as if it had. */
  isSuccess: boolean
  /** What of the history of this visit can be undone. */
  undo?: string | null
}
