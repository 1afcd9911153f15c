import type {
  LinksCheckAnswer,
  SiteCheckAnswer,
  SiteCheckBody,
  VerifyLinkAnswer,
} from '../../core/api/owner-api';
import type { Answer } from './answer';

/** The script of this release, as the very file whose bytes are known. */
export interface PinnedScript {
  readonly address: string;
  /** `sha384-…`, for the attribute of the same name. */
  readonly integrity: string;
}

/** What the server sees when it looks at an owner's pages and links from outside. Each owner may ask a few times an hour. */
export interface SiteChecks {
  /** Is the card live on this page, and does the page let it work? */
  checkSite(asked: SiteCheckBody): Answer<SiteCheckAnswer>;
  /** Does the page of a published link link back with rel="me"? */
  verifyLink(url: string): Answer<VerifyLinkAnswer>;
  /** Looks at every published web link. */
  checkLinks(): Answer<LinksCheckAnswer>;
  /** The public JSON of what is live, as a file to take along. */
  exportProfile(handle: string): Answer<Blob>;
  pinnedScript(): Answer<PinnedScript>;
}
