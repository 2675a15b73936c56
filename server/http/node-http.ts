/** Imported as an ES module, node:http also loads Node's own copy of undici, a thirtieth of a start. */
export const { METHODS, STATUS_CODES, request } = process.getBuiltinModule('node:http')
