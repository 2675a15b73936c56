import { Counter, type Registry } from 'prom-client'
import { DETAILS, type Detail } from '../webhooks/engine/outcome-writer.ts'

/** Counts outcomes of attempts that the database refused in part for good, by what was recorded. */
export function reducedOutcomeCounter(registry: Registry): (detail: Detail) => void {
  const counter = new Counter({
    name: 'redial_outcomes_reduced_total',
    help: 'Outcomes of attempts of which not all could be recorded, by what was kept.',
    labelNames: ['kept'] as const,
    registers: [registry],
  })
  for (const detail of DETAILS.slice(1)) counter.inc({ kept: label(detail) }, 0)
  return detail => counter.inc({ kept: label(detail) })
}

const label = (detail: Detail) => detail.replaceAll(' ', '_')

/**
 * Counts what browsers report about the pages' Content-Security-Policy. No label has the details,
 * because anybody may send reports; the log has them.
 */
export function cspViolationCounter(registry: Registry): () => void {
  const counter = new Counter({
    name: 'redial_csp_violations_total',
    help: 'Violations of the Content-Security-Policy that browsers have reported.',
    registers: [registry],
  })
  return () => counter.inc()
}

/** Counts old data that was removed, by what it was. */
export function removalCounter(registry: Registry): (removed: Record<string, number>) => void {
  const counter = new Counter({
    name: 'redial_old_data_removed_total',
    help: 'Old data that was removed, by what it was.',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  return removed => {
    for (const [kind, count] of Object.entries(removed)) counter.inc({ kind }, count)
  }
}
