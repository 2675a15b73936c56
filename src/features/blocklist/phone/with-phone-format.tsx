import type { ReactNode } from 'react'
import { type PhoneFormat, toPhoneFormat } from './phone-format.ts'

export type WithPhoneFormatProps = {
  /** E.164 digits without the +. */
  number: string
  /** @param format null if it is unknown or still loading */
  children: (format: PhoneFormat | null) => ReactNode
}

/** Loaded only when numbers are rendered, because it includes the table of all countries. */
export function WithPhoneFormat({ number, children }: WithPhoneFormatProps) {
  return children(toPhoneFormat(number))
}
