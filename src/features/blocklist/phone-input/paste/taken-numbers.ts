import type { Span } from './span.ts'

/** The numbers of a text, in order, and what was ignored to find them, a sentence each. */
export type TakenNumbers = { numbers: Span[]; ignored: string[] }
