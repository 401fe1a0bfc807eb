/** Codes of API errors with their HTTP status (docs/spec/rulings.md, Errors). */
export const errorStatus = {
  bad_request: 400,
  validation: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  second_factor_wrong: 401,
  deletion_pending: 403,
  forbidden: 403,
  foreign_origin: 403,
  confirm_password: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_mismatch: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  overloaded: 503,
} as const

export type ErrorCode = keyof typeof errorStatus
