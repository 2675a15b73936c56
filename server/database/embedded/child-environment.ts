const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']

/**
 * The environment of PostgreSQL's processes. Redial's own environment has keys that another user
 * could read there, and names such as PGDATA or LC_ALL that would change what PostgreSQL does.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap(name => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C' }
}
