import type {
  LinksCheckAnswer,
  SiteCheckAnswer,
  SiteCheckBody,
  VerifyLinkAnswer,
} from '../../core/api/owner-api';
import type { Answer } from './answer';

/** This release's script, with its hash. */
export interface PinnedScript {
  readonly address: string;
  /** `sha384-…`, for the attribute of the same name. */
  readonly integrity: string;
}

/** Checks that the server makes from outside. Each owner has a few per hour. */
export interface SiteChecks {
  /** Whether the card is on this page, and whether the page allows it. */
  checkSite(asked: SiteCheckBody): Answer<SiteCheckAnswer>;
  /** Whether the page of a published link links back with rel="me". */
  verifyLink(url: string): Answer<VerifyLinkAnswer>;
  /** Checks every published web link. */
  checkLinks(): Answer<LinksCheckAnswer>;
  /** The public JSON of the published profile, as a file. */
  exportProfile(handle: string): Answer<Blob>;
  pinnedScript(): Answer<PinnedScript>;
}
