import type { BooksAnswer, BooksQuery } from '../../core/api/books-api';
import type {
  ConnectAnswer,
  ConnectBody,
  ModerationBody,
  RefundAnswer,
  RefundBody,
  Site,
} from '../../core/api/owner-api';
import type { Answer } from './answer';

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Money calls to the Busker server. Their results arrive through the store's listeners. Amounts in minor units. */
export interface OwnerMoney {
  /** Starts or continues Stripe's onboarding; `url` works once. null = nothing left to answer. */
  connect(wanted: ConnectBody): Answer<ConnectAnswer>;
  /** Lets the server refresh the account's status from Stripe. */
  refresh(): Answer;
  /** Domains with wallets. */
  sites(): Answer<readonly Site[]>;
  addSite(domain: string): Answer<Site>;
  /** Needs a sign-in of the last five minutes, else `api/recent-sign-in-required`. The same `requestId` is the same refund. */
  refund(tipId: string, wanted: RefundBody): Answer<RefundAnswer>;
  moderate(tipId: string, state: ModerationBody['state']): Answer;
  /** The sums of these days. `api/books-too-long` = ask for a shorter range. */
  books(range: BooksQuery): Answer<BooksAnswer>;
  /** All tips, as a file. */
  exportTips(format: ExportFormat): Answer<Blob>;
}
