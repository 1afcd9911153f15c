import { useCallback, useEffect, useState } from 'react';
import type { RecoveryAnswer } from '../../../../core/api/owner-api';
import type { Failure } from '../../../data/failure';
import type { OwnerUser } from '../../../data/backend';
import type { SecondFactor, SecondFactors } from '../../../data/second-factors';
import { useBackend } from '../../../data/session';

export type TwoStep =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'here';
      readonly factors: SecondFactors;
      readonly apps: readonly SecondFactor[];
      /** Null = not known yet, or there is no app. */
      readonly codes: RecoveryAnswer | null;
    };

/** The apps of the account and how many recovery codes are left. Read again when the user record changes. */
export function useTwoStep(user: OwnerUser): readonly [TwoStep, () => void] {
  const { auth, api } = useBackend();
  const [state, setState] = useState<TwoStep>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let left = false;
    const read = async () => {
      const factors = await auth.openSecondFactors().catch(() => null);
      if (left) return;
      if (factors === null)
        return setState({ kind: 'failed', failure: { code: 'auth/network-request-failed' } });
      const apps = factors.list();
      setState((before) => ({
        kind: 'here',
        factors,
        apps,
        codes: before.kind === 'here' ? before.codes : null,
      }));
      // Without an app there are no codes. The server is told that the last one has gone.
      const answer = await api.recoveryCodes();
      if (left) return;
      if (answer.ok) setState({ kind: 'here', factors, apps, codes: apps.length > 0 ? answer.value : null });
      else if (apps.length > 0) setState({ kind: 'failed', failure: answer.problem });
    };
    void read();
    return () => {
      left = true;
    };
  }, [auth, api, user, round]);
  return [state, again];
}
