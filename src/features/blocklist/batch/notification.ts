/** A message about the last action. */
export type Notification = {
  text: string
  /**
   * Whether the action did all that was asked. Otherwise the message must not look like a success.
   */
  isSuccess: boolean
  /** The id of the history entry that can be undone. */
  undo?: string | null
}
