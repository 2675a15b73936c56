import type { NumberFactsProps } from './number-facts.tsx'
import { phoneWriting } from './phone-writing.ts'

/** Loaded only once numbers are drawn: it brings the table of all countries along. */
export default function WithWriting({ number, children }: NumberFactsProps) {
  return children(phoneWriting(number))
}
