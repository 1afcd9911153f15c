import type { TipSettings } from '../profile/draft';
import { isUnusedOffer } from '../profile/monthly-offer';
import type { StoredData } from './stored-document';

/**
 * Settings of monthly tips and of the fan's own currency are stored only once they are used. So a release or an open dashboard from before them can
 * read, and publish, the documents of every owner who never used them.
 */
export function storedTipSettings({ monthly, fanCurrency, ...settings }: TipSettings): StoredData {
  return {
    ...settings,
    ...(isUnusedOffer(monthly) ? {} : { monthly }),
    ...(fanCurrency ? { fanCurrency } : {}),
  };
}
