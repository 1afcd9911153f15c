import { waysFor } from '../../core/ways/ways';
import { adaAccount, type OpenApi } from './open-api';

/** Gives Ada's account every way to pay in her currency that a page can offer. */
export async function showAllWays(api: OpenApi): Promise<void> {
  const types = waysFor(api.currency, 'in-page').filter((type) => type !== 'card' && type !== 'link');
  for (const type of types)
    await api.control('accounts/way', { account: adaAccount, type, status: 'active' });
}
