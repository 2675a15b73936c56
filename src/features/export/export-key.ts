/** The mutation key, so that the button can show progress without loading the export code. */
export const EXPORT_KEY = ['export']
