import type {
  BooksAnswer,
  BooksQuery,
  BalanceAnswer,
  PayoutAnswer,
  PayoutsAnswer,
} from '../../core/api/books-api';
import type {
  ConnectAnswer,
  ConnectBody,
  ModerationBody,
  RefundAnswer,
  RefundBody,
  Site,
  OwnWay,
  ExportLinkAnswer,
} from '../../core/api/owner-api';
import type { StopWhen, StopAllAnswer } from '../../core/api/monthly-api';
import type { ExportChoice } from '../../core/documents/export-choice';
import type { Answer } from './answer';

/** Money calls to the Busker server. Their results arrive through the store's listeners. Amounts in minor units. */
export interface OwnerMoney {
  /** Starts or continues Stripe's onboarding; `url` works once. null = nothing left to answer. */
  connect(wanted: ConnectBody): Answer<ConnectAnswer>;
  /** Lets the server refresh the account's status from Stripe. */
  refresh(): Answer;
  /** What fans can pay with, as it is at Stripe now. */
  ways(): Answer<readonly OwnWay[]>;
  /** Domains with wallets. */
  sites(): Answer<readonly Site[]>;
  addSite(domain: string): Answer<Site>;
  /** Needs a sign-in of the last five minutes, else `api/recent-sign-in-required`. The same `requestId` is the same refund. */
  refund(tipId: string, wanted: RefundBody): Answer<RefundAnswer>;
  moderate(tipId: string, state: ModerationBody['state']): Answer;
  /** Answers a paid tip. `api/reply-not-possible`: its hour for changes is over. */
  reply(tipId: string, text: string): Answer;
  removeReply(tipId: string): Answer;
  /** Stops a monthly tip: at the end of what is paid, or at once. `api/service-unavailable`: Stripe is away, and the server stops it later. */
  stopMonthly(monthlyId: string, when: StopWhen): Answer;
  /**
   * Stops every running one, as work of the server. `handle` as typed by the owner. Needs a sign-in of the last five minutes. Answers how many are
   * being stopped.
   */
  stopAllMonthly(when: StopWhen, handle: string): Answer<StopAllAnswer>;
  /** The sums of these days. `api/books-too-long` = ask for a shorter range. */
  books(range: BooksQuery): Answer<BooksAnswer>;
  /** What is on the balance at Stripe now, and when it is paid out. */
  balance(): Answer<BalanceAnswer>;
  /** A page of payouts; `after` = the `next` of the page before, null = the first page. */
  payouts(after: string | null): Answer<PayoutsAnswer>;
  /** A payout with a page of its lines. */
  payout(payoutId: string, after: string | null): Answer<PayoutAnswer>;
  /** Tips as a file. Needs a sign-in of the last five minutes. `api/export-too-large`: the file has to be prepared first. */
  exportTips(choice: ExportChoice): Answer<Blob>;
  /** Lets the server prepare a file; `watchExport` shows how far it is. Needs a sign-in of the last five minutes. */
  prepareExport(choice: ExportChoice): Answer;
  /** A link to the prepared file for a quarter of an hour. Needs a sign-in of the last five minutes. */
  exportLink(): Answer<ExportLinkAnswer>;
}
