/** Where a request came from, as far as it is known. */
export interface Caller {
  readonly origin: string | null;
  readonly address: string | null;
}
