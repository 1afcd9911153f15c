/** A problem of this page for the card. */
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
    | 'no-host'
    | 'copied-script'
    | 'rewritten-script'
    | 'session-recorder'
    | 'morphing-page'
    | 'no-height'
    | 'wall-height'
    | 'server';
  /** What does not work. */
  readonly blocks: string;
  /** The line that fixes it. */
  readonly mend: string;
}

/** What `diagnose()` returns. */
export interface Diagnosis {
  /** No problem was found. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** Everything that a page's Content-Security-Policy needs for the card. */
  readonly policy: string;
  /** The value of a Permissions-Policy header; null if the page needs none. */
  readonly permissions: string | null;
  /** Whether this page's response headers could be read. Without them, the diagnosis covers only what the document contains. */
  readonly headersRead: boolean;
}
