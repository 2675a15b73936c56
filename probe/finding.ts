/**
 * - `holds`: matches the interface, or one of the ways that it leaves open
 * - `differs`: does not match, but the dashboard copes
 * - `fails`: does not match, and the dashboard needs it
 * - `unseen`: could not be checked, because rows, a permission or --block are missing
 */
export const VERDICTS = ['holds', 'differs', 'fails', 'unseen'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The result of one check, for the person who integrates the service. */
export type Finding = {
  verdict: Verdict
  /** What the interface says or, if it says nothing, what was checked. */
  what: string
  /** The path that was requested, if a section is about several. */
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

/** Merges findings that say the same about several paths into one. */
export function gathered(findings: Finding[]): Finding[] {
  const byText = new Map<string, Finding>()
  for (const finding of findings) {
    const { where, ...words } = finding
    const key = JSON.stringify(words)
    const known = byText.get(key)
    if (known?.where === undefined || where === undefined) byText.set(key, known ?? finding)
    else byText.set(key, { ...known, where: `${known.where}, ${where}` })
  }
  return [...byText.values()]
}
