import type { ReactNode } from 'react'
import { type PhoneFormat, toPhoneFormat } from './phone-format.ts'

export type WithPhoneFormatProps = {
  /** E.164 digits without the +. */
  number: string
  /** @param format null where it isn't known, or not yet */
  children: (format: PhoneFormat | null) => ReactNode
}

/** Loaded only once numbers are drawn: it brings the table of all countries along. */
export function WithPhoneFormat({ number, children }: WithPhoneFormatProps) {
  return children(toPhoneFormat(number))
}
