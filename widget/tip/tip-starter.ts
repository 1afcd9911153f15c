import type { Result } from '../../core/base/result';
import type { TipSurface } from '../../core/tip/tip';
import type { TipSession } from '../../core/api/tip-api';
import type { Notice, StartedTip, TipFlow } from './tip-flow';
import type { AmountRules, Figures } from './tip-form';

/** What the fan sees at the tap on Pay, and where it is to be paid. */
export interface TipWish {
  readonly flow: TipFlow;
  readonly figures: Figures;
  readonly rules: AmountRules;
  readonly surface: TipSurface;
}

export type RenewSession = () => Promise<TipSession | null>;

/** Makes the tip at the server, or brings the one that is there up to the wish. */
export type TipStarter = (wish: TipWish, renew: RenewSession) => Promise<Result<StartedTip, Notice>>;
