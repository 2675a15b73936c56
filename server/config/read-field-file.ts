import { readFileSync } from 'node:fs'
import { FieldFile } from '../../contract/fields/service-fields.ts'

/** The field map in a FIELD_MAP file; null if the file has no readable one. */
export function readFieldFile(file: string): FieldFile | null {
  try {
    const fields = FieldFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    return Object.keys(fields).length === 0 ? null : fields
  } catch {
    return null
  }
}
