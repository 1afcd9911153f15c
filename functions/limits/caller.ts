/** The origin and address of a request, where they are known. */
export interface Caller {
  readonly origin: string | null;
  readonly address: string | null;
}
