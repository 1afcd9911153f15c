interface ErrorDetails {
  /** The message for the web SDK's API, where it differs. */
  readonly web?: string;
  /** The HTTP header of the failed precondition. */
  readonly location?: string;
}

interface ToldError {
  readonly code: number;
  readonly message: string;
}

/**
 * A request error with an HTTP status and a message. Thrown below a route, and caught once where the request is
 * answered.
 */
export class StorageError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Google's reason code: `notFound`, `forbidden`, `conditionNotMet`. */
    readonly reason: string,
    private readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'StorageError';
  }

  /** The error in the JSON API. */
  toJson(): { error: ToldError & { errors: Record<string, string>[] } } {
    const { status, message, reason } = this;
    const { location } = this.details;
    const header = location === undefined ? {} : { location, locationType: 'header' };
    return { error: { code: status, message, errors: [{ message, domain: 'global', reason, ...header }] } };
  }

  /** The error in `/v0`, the web SDK's API: without a list of errors. */
  toWebJson(): { error: ToldError } {
    return { error: { code: this.status, message: this.details.web ?? this.message } };
  }
}

/** The range is outside the object, or the object is empty. */
export class OutsideRangeError extends StorageError {
  constructor(
    readonly range: string,
    readonly size: number,
  ) {
    super(416, 'The requested range is outside the object.', 'requestedRangeNotSatisfiable');
  }
}

export const badRequest = (message: string): StorageError => new StorageError(400, message, 'invalid');
export const forbidden = (message: string): StorageError => new StorageError(403, message, 'forbidden');
/** For a client of `/v0`. The service gives no details; the log does. */
export const permissionDenied = (): StorageError => forbidden('Permission denied.');
export const tooLarge = (message: string): StorageError => new StorageError(413, message, 'uploadTooLarge');
export const notFound = (what: string): StorageError =>
  new StorageError(404, `No such object: ${what}`, 'notFound', { web: 'Not Found.' });
/** `location` is the HTTP header of the precondition. */
export const conditionNotMet = (location: 'If-Match' | 'If-None-Match'): StorageError =>
  new StorageError(412, 'At least one of the pre-conditions you specified did not hold.', 'conditionNotMet', {
    location,
  });
export const notImplemented = (what: string): StorageError =>
  new StorageError(501, `This local server does not support ${what}.`, 'notImplemented');

/** The web SDK reports 402 as `storage/quota-exceeded`. It would retry a 5xx for ten minutes. */
export const diskFull = (): StorageError =>
  new StorageError(402, 'The disk is full; nothing was stored.', 'quotaExceeded');

/** The same error, unless the disk is full. */
export function orDiskFull(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? diskFull() : error;
}
