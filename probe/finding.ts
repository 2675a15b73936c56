/**
 * - `holds`: as the interface says, or in one of the ways that it leaves open
 * - `differs`: otherwise, and the dashboard copes
 * - `fails`: otherwise, and the dashboard needs it
 * - `unseen`: could not be seen, for want of rows, of permission, or of leave to write
 */
export const VERDICTS = ['holds', 'differs', 'fails', 'unseen'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What came of one check, in words for whoever integrates the service. */
export type Finding = {
  verdict: Verdict
  /** What the interface says, or where it is silent, what was asked. */
  what: string
  /** The path that it was asked of, where a section is about several. */
  where?: string
  /** What the service does. */
  found?: string
  /** What the dashboard does about it. */
  dashboard?: string
}

type Difference = { found: string; dashboard: string; where?: string }

export function holds(what: string, more: { found?: string; where?: string } = {}): Finding {
  return { verdict: 'holds', what, ...more }
}

export function differs(what: string, difference: Difference): Finding {
  return { verdict: 'differs', what, ...difference }
}

export function fails(what: string, difference: Difference): Finding {
  return { verdict: 'fails', what, ...difference }
}

export function unseen(what: string, why: string, where?: string): Finding {
  return { verdict: 'unseen', what, found: why, ...(where !== undefined && { where }) }
}

/** Findings that say the same of several paths, as one that names them all. */
export function gathered(findings: Finding[]): Finding[] {
  const byWords = new Map<string, Finding>()
  for (const finding of findings) {
    const { where, ...words } = finding
    const key = JSON.stringify(words)
    const known = byWords.get(key)
    if (known?.where === undefined || where === undefined) byWords.set(key, known ?? finding)
    else byWords.set(key, { ...known, where: `${known.where}, ${where}` })
  }
  return [...byWords.values()]
}
