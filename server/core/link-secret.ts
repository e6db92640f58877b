/**
 * A target or path without the secret of an activation link: for messages, logs and records, where it would still let
 * whoever reads it follow the link. Also where the path only resembles one, for such a request has used nothing up.
 */
export const withoutSecret = (target: string): string =>
  target.replace(/^([^?]*?\/activations\/+)[^?]+/i, '$1[redacted]')
