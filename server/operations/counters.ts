import { Counter, type Registry } from 'prom-client'
import { DETAILS, type Detail } from '../webhooks/engine/settler.ts'

/** Counts outcomes of attempts of which the database refused a part for good, by what was kept. */
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
 * Counts what browsers report of the pages' Content-Security-Policy. No label says what it was: the
 * reports are anybody's to send, and the log has what they say.
 */
export function cspViolationCounter(registry: Registry): () => void {
  const counter = new Counter({
    name: 'redial_csp_violations_total',
    help: 'Violations of the Content-Security-Policy that browsers have reported.',
    registers: [registry],
  })
  return () => counter.inc()
}
