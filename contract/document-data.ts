import * as z from 'zod/mini'
import { Session } from './session.ts'

/** The id of the element that shows the frame of a page until the scripts draw it (index.html). */
export const SKELETON_ID = 'skeleton'

/** The id of the element of a page's document that holds its data, as JSON. */
export const DOCUMENT_DATA_ID = 'document-data'

/**
 * What the gateway puts into the document of a page, so that the page need not ask for it. It never
 * contains the token. A browser that sent no cookie gets none of it: it may have come from another
 * site, and then sends the cookie with its next request only.
 */
export const DocumentData = z.object({
  session: Session,
  /** The paths whose answers the document may have at its end. */
  follows: z.array(z.string()),
})
export type DocumentData = z.infer<typeof DocumentData>

/** The id of the element at the end of a document that holds these answers, as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers'

/** The answers in the order of `follows`. Their status is 200, or 429 if the service asks for a pause. */
export const FirstAnswers = z.array(
  z.object({
    status: z.number(),
    /** Seconds. */
    retry_after: z.nullable(z.number()),
    text: z.string(),
  }),
)
export type FirstAnswers = z.infer<typeof FirstAnswers>

type PageHead = { title: string; purpose?: string }

/** The head of each page that people often open first. Its document shows it before the scripts run. */
export const PAGE_HEADS = {
  '/': { title: 'Overview', purpose: 'Events your customers haven’t received yet, and why.' },
  '/failed-calls': { title: 'Failed calls' },
  '/failed-ai-events': { title: 'Failed AI events' },
  '/blocklist': {
    title: 'Blocklist',
    purpose: 'Calls from these numbers are rejected before they connect.',
  },
} as const satisfies Record<string, PageHead>
