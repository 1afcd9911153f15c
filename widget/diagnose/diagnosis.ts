/** What stands in the card's way on this page. */
export interface Finding {
  readonly cause:
    | 'content-security-policy'
    | 'permissions-policy'
    | 'trusted-types'
    | 'other-stripe-version'
    | 'foreign-shadow-root'
    | 'sandboxed-frame'
    | 'no-address'
    | 'page-styles'
    | 'server';
  /** What does not work because of it. */
  readonly blocks: string;
  /** The line that mends it. */
  readonly mend: string;
}

/** What `diagnose()` returns. */
export interface Diagnosis {
  /** Nothing stands in the way. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** All that a page's Content-Security-Policy needs for the card: add what your policy lacks. */
  readonly policy: string;
  /** The value of a Permissions-Policy header, for sites that send one; null when none is needed. */
  readonly permissions: string | null;
  /** Whether this page's own response headers could be read. Without them only what the page itself holds is known. */
  readonly headersRead: boolean;
}
