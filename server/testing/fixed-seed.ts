import fc from 'fast-check'

/** Each run of `npm test` tries the same cases, so that a failure comes from the change and not from the run. */
fc.configureGlobal({ seed: 7 })
