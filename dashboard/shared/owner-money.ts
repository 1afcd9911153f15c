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

/** Calls to the Busker server about an owner's money. What they change arrives through the store's listeners. Amounts in minor units. */
export interface OwnerMoney {
  /** Begins or goes on with Stripe's questions; `url` leads there, once. null = nothing is left to ask. */
  connect(wanted: ConnectBody): Answer<ConnectAnswer>;
  /** Lets the server ask Stripe how the account stands. */
  refresh(): Answer;
  /** Domains on which wallets are offered. */
  sites(): Answer<readonly Site[]>;
  addSite(domain: string): Answer<Site>;
  /** Needs a sign-in of the last five minutes: else `api/recent-sign-in-required`. The same `requestId` is the same refund. */
  refund(tipId: string, wanted: RefundBody): Answer<RefundAnswer>;
  moderate(tipId: string, state: ModerationBody['state']): Answer;
  /** All tips, as a file. */
  exportTips(format: ExportFormat): Answer<Blob>;
}
