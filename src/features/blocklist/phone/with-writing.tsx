import type { ReactNode } from 'react'
import { type PhoneWriting, phoneWriting } from './phone-writing.ts'

export type WithWritingProps = {
  /** E.164 digits without the +. */
  number: string
  /** @param writing null where it isn't known, or not yet */
  children: (writing: PhoneWriting | null) => ReactNode
}

/** Loaded only once numbers are drawn: it brings the table of all countries along. */
export function WithWriting({ number, children }: WithWritingProps) {
  return children(phoneWriting(number))
}
