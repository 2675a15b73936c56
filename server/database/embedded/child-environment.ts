const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']

/**
 * The environment of PostgreSQL's processes. Redial's own holds keys, which another user could read
 * from them, and names such as PGDATA or LC_ALL, which would change what they do.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap(name => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C' }
}
