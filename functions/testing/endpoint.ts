/** An endpoint with a JSON body, for the tests of bad input. */
export interface Endpoint {
  readonly method: string;
  /** `:tip` and `:paid` stand for a tip that waits for payment and one that is paid. */
  readonly path: string;
  readonly as: 'anybody' | 'owner' | 'fan' | 'admin';
  readonly valid: Readonly<Record<string, unknown>>;
  /** Values that each field refuses; `undefined` = missing. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}
