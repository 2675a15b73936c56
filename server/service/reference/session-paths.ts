import { OpenSessions, Session } from '../../../contract/session.ts'
import { operation, parameter, refTo, schemaOf } from './gateway-operation.ts'

export const SESSION_SCHEMAS = {
  OpenSessions: schemaOf(OpenSessions),
  Session: schemaOf(Session),
}

const tag = 'Sessions'

/** Signing in and out is for browsers: a script sends its token with each request. */
export const SESSION_PATHS = {
  '/gateway/session': {
    get: operation('Show which service and time zone this is', {
      id: 'showSession',
      tag,
      description: ['Needs no token. `signed_in` and `name` are about a browser and its cookie.'],
      isOpen: true,
      responses: {
        200: ['The service, and who is signed in.', refTo('Session')],
        429: ['Too many requests of one client.', refTo('DetailBody')],
      },
    }),
  },
  '/gateway/sessions': {
    get: operation('List where the token is signed in', {
      id: 'listSessions',
      tag,
      responses: { 200: ['The sessions in browsers.', refTo('OpenSessions')] },
    }),
    delete: operation('End all sessions of the token', {
      id: 'endSessions',
      tag,
      responses: { 204: ['They ended.', null] },
    }),
  },
  '/gateway/sessions/{id}': {
    delete: operation('End a session of the token', {
      id: 'endSession',
      tag,
      parameters: [
        parameter('id', 'path', { type: 'string', format: 'uuid' }, 'The id of the session.'),
      ],
      responses: {
        204: ['It ended.', null],
        404: ['The token has no such session.', refTo('DetailBody')],
      },
    }),
  },
}
