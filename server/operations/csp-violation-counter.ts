import { Counter, type Registry } from 'prom-client'

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
