import { HttpError } from './http-error.js'

export function requireEditor(req, _res, next) {
  if (req.role === 'viewer' && req.method !== 'GET' && req.method !== 'HEAD') {
    throw new HttpError(403, 'Viewers may only read')
  }
  next()
}

export function requireOwner(req, _res, next) {
  if (req.role !== 'owner') throw new HttpError(403, 'Only the owner of the schedule may do this')
  next()
}
