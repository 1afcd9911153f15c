interface ErrorDetails {
  /** What the web SDK's side of the service says instead. */
  readonly web?: string;
  /** The header that a precondition stands for. */
  readonly location?: string;
}

interface ToldError {
  readonly code: number;
  readonly message: string;
}

/** A request that is answered with an HTTP status and a sentence. Thrown below a route, caught once where the route is answered. */
export class StorageError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Google's short word for it: `notFound`, `forbidden`, `conditionNotMet`. */
    readonly reason: string,
    private readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'StorageError';
  }

  /** As the JSON API tells it. */
  toJson(): { error: ToldError & { errors: Record<string, string>[] } } {
    const { status, message, reason } = this;
    const { location } = this.details;
    const header = location === undefined ? {} : { location, locationType: 'header' };
    return { error: { code: status, message, errors: [{ message, domain: 'global', reason, ...header }] } };
  }

  /** As `/v0`, which the web SDK speaks, tells it: no list of errors. */
  toWebJson(): { error: ToldError } {
    return { error: { code: this.status, message: this.details.web ?? this.message } };
  }
}

/** The range lies outside the object, or the object is empty. */
export class OutsideRangeError extends StorageError {
  constructor(
    readonly range: string,
    readonly size: number,
  ) {
    super(416, 'The requested range lies outside.', 'requestedRangeNotSatisfiable');
  }
}

export const badRequest = (message: string): StorageError => new StorageError(400, message, 'invalid');
export const forbidden = (message: string): StorageError => new StorageError(403, message, 'forbidden');
/** To a client of `/v0`. The service never says more; the log does. */
export const permissionDenied = (): StorageError => forbidden('Permission denied.');
export const tooLarge = (message: string): StorageError => new StorageError(413, message, 'uploadTooLarge');
export const notFound = (what: string): StorageError =>
  new StorageError(404, `No such object: ${what}`, 'notFound', { web: 'Not Found.' });
/** `location` is the header of HTTP that the condition stands for. */
export const conditionNotMet = (location: 'If-Match' | 'If-None-Match'): StorageError =>
  new StorageError(412, 'At least one of the pre-conditions you specified did not hold.', 'conditionNotMet', {
    location,
  });
export const notImplemented = (what: string): StorageError =>
  new StorageError(501, `${what} is not part of this local server.`, 'notImplemented');

/** 402 is what the web SDK reads as `storage/quota-exceeded`; a 5xx it would repeat for ten minutes. */
export const diskFull = (): StorageError =>
  new StorageError(402, 'The disk is full; nothing was stored.', 'quotaExceeded');

/** The same error, unless it is the disk that is full. */
export function orDiskFull(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? diskFull() : error;
}
