/** A request that is answered with an HTTP status and a sentence. Thrown below a route, caught once where the route is answered. */
export class StorageError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Google's short word for it: `notFound`, `forbidden`, `conditionNotMet`. */
    readonly reason: string,
  ) {
    super(message);
    this.name = 'StorageError';
  }

  toJson(): {
    error: { code: number; message: string; errors: { message: string; domain: string; reason: string }[] };
  } {
    const { status, message, reason } = this;
    return { error: { code: status, message, errors: [{ message, domain: 'global', reason }] } };
  }
}

export const badRequest = (message: string): StorageError => new StorageError(400, message, 'invalid');
export const forbidden = (message: string): StorageError => new StorageError(403, message, 'forbidden');
export const unauthenticated = (message: string): StorageError => new StorageError(401, message, 'required');
export const tooLarge = (message: string): StorageError => new StorageError(413, message, 'uploadTooLarge');
export const notFound = (what: string): StorageError =>
  new StorageError(404, `No such object: ${what}`, 'notFound');
export const conditionNotMet = (): StorageError =>
  new StorageError(412, 'At least one of the pre-conditions you specified did not hold.', 'conditionNotMet');
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
