export default {
  redial: {
    input: './openapi.json',
    output: { target: './orval/client.ts', client: 'fetch', mode: 'single' },
  },
}
