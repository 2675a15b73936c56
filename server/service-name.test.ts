import { expect, test } from 'vitest'
import { nameOfService } from './service-name.ts'

test.each([
  ['https://api.example.com', 'api.example.com'],
  ['https://api.example.com/', 'api.example.com'],
  ['https://api.example.com:8443/tracking/', 'api.example.com:8443/tracking'],
  ['http://[::1]:8000/a%20b', '[::1]:8000/a%20b'],
  ['http://10.0.0.7:8000', '10.0.0.7:8000'],
  ['https://xn--bcher-kva.example/x', 'bücher.example/x'],
])('the service at %s is called %s', (url, name) => {
  expect(nameOfService(url)).toBe(name)
})
