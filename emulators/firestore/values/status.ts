/** Firestore's status codes (google.rpc.Code) with the HTTP status for REST and WebChannel. */
const CODES = {
  CANCELLED: [1, 499],
  UNKNOWN: [2, 500],
  INVALID_ARGUMENT: [3, 400],
  DEADLINE_EXCEEDED: [4, 504],
  NOT_FOUND: [5, 404],
  ALREADY_EXISTS: [6, 409],
  PERMISSION_DENIED: [7, 403],
  RESOURCE_EXHAUSTED: [8, 429],
  FAILED_PRECONDITION: [9, 400],
  ABORTED: [10, 409],
  OUT_OF_RANGE: [11, 400],
  UNIMPLEMENTED: [12, 501],
  INTERNAL: [13, 500],
  UNAVAILABLE: [14, 503],
  DATA_LOSS: [15, 500],
  UNAUTHENTICATED: [16, 401],
} as const;

type StatusName = keyof typeof CODES;

/**
 * A request error with a status of the protocol. It may be thrown anywhere below an RPC and is caught once, where the
 * RPC is answered.
 */
export class StatusError extends Error {
  constructor(
    readonly status: StatusName,
    message: string,
  ) {
    super(message);
    this.name = 'StatusError';
  }

  get grpcCode(): number {
    return CODES[this.status][0];
  }

  get httpCode(): number {
    return CODES[this.status][1];
  }

  /** The error object in a REST answer and in a WebChannel stream. */
  toJson(): { error: { code: number; message: string; status: StatusName } } {
    return { error: { code: this.httpCode, message: this.message, status: this.status } };
  }
}

export const invalid = (message: string): StatusError => new StatusError('INVALID_ARGUMENT', message);

export const unimplemented = (what: string): StatusError =>
  new StatusError('UNIMPLEMENTED', `This local server does not support ${what}.`);

/** The status for a caught error. A bug becomes INTERNAL, and its message goes only to the log. */
export function statusOf(error: unknown, log: (line: string) => void): StatusError {
  if (error instanceof StatusError) return error;
  log(`firestore: bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new StatusError('INTERNAL', 'The local Firestore server failed; its log has the cause.');
}
