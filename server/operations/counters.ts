import { Counter, type Registry } from 'prom-client'
import { DETAILS, type Detail } from '../webhooks/engine/outcome-writer.ts'

/** Counts outcomes of which the database refused a part permanently, by the part that was recorded. */
export function reducedOutcomeCounter(registry: Registry): (detail: Detail) => void {
  const counter = new Counter({
    name: 'redial_outcomes_reduced_total',
    help: 'Outcomes recorded only in part, by the part kept.',
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

/** Counts rows removed by retention, by kind. */
export function removalCounter(registry: Registry): (removed: Record<string, number>) => void {
  const counter = new Counter({
    name: 'redial_old_data_removed_total',
    help: 'Rows removed by retention, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  return removed => {
    for (const [kind, count] of Object.entries(removed)) counter.inc({ kind }, count)
  }
}
