import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../data/failure';
import type { OwnerUser } from '../../../data/backend';
import type { Enrolment, SecondFactors } from '../../../data/second-factors';
import { useReauthentication } from '../../../shared/reauthentication/use-reauthentication';
import { useBackend } from '../../../data/session';
import { useText } from '../../../messages/text';
import { Arriving } from '../../../ui/arriving';
import { Dialog } from '../../../ui/dialog';
import { FailureAlert } from '../../../ui/failure-alert';
import { Panel } from '../../../ui/panel';
import { AppList } from './app-list';
import { EnrolForm } from './enrol-form';
import { NewCodes } from './new-codes';
import { useTwoStep } from './use-two-step';

type Shown =
  | { readonly kind: 'enrol'; readonly enrolment: Enrolment; readonly isFirst: boolean }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | null;

/** Two-step sign-in: off, or with its apps and recovery codes. */
export function TwoStepPanel({ user }: { readonly user: OwnerUser }) {
  const text = useText();
  const { api, host } = useBackend();
  const { run, dialog } = useReauthentication();
  const [state, again] = useTwoStep(user);
  const [shown, setShown] = useState<Shown>(null);
  const [busy, setBusy] = useState<'enrol' | 'codes' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const enrol = async (factors: SecondFactors, isFirst: boolean) => {
    setBusy('enrol');
    setFailure(null);
    const begun = await run(() => factors.begin(user.email ?? user.uid, new URL(host).host));
    setBusy(null);
    if (begun.ok) setShown({ kind: 'enrol', enrolment: begun.value, isFirst });
    else setFailure(begun.problem);
  };
  const renew = async () => {
    setShown(null);
    setBusy('codes');
    setFailure(null);
    const made = await run(() => api.renewRecoveryCodes());
    setBusy(null);
    again();
    if (made.ok) setShown({ kind: 'codes', codes: made.value.codes });
    else setFailure(made.problem);
  };
  const close = () => {
    setShown(null);
    again();
  };
  const enrolled = (isFirst: boolean) => (isFirst ? void renew() : close());

  const content = () => {
    if (state.kind === 'loading') return <Arriving outline={null} />;
    if (state.kind === 'failed') return <FailureAlert failure={state.failure} onRetry={again} />;
    const { factors, apps, codes } = state;
    if (!user.emailVerified && apps.length === 0) return <Text size="sm">{text('twoStep.verifyFirst')}</Text>;
    return (
      <>
        {apps.length > 0 && (
          <AppList
            factors={factors}
            apps={apps}
            codes={codes}
            run={run}
            renewing={busy === 'codes'}
            onRenew={() => void renew()}
          />
        )}
        {failure && <FailureAlert failure={failure} />}
        <div>
          <Button
            variant="default"
            mt="sm"
            loading={busy === 'enrol'}
            onClick={() => void enrol(factors, apps.length === 0)}
          >
            {text(apps.length === 0 ? 'twoStep.on' : 'twoStep.another')}
          </Button>
        </div>
      </>
    );
  };
  return (
    <Panel id="two-step" heading={text('twoStep.heading')} note={text('twoStep.note')}>
      {content()}
      <Dialog open={shown?.kind === 'enrol'} onClose={close} title={text('twoStep.setUp')}>
        {shown?.kind === 'enrol' && (
          <EnrolForm enrolment={shown.enrolment} onDone={() => enrolled(shown.isFirst)} />
        )}
      </Dialog>
      <Dialog open={shown?.kind === 'codes'} onClose={close} title={text('codes.title')}>
        {shown?.kind === 'codes' && <NewCodes codes={shown.codes} onKept={close} />}
      </Dialog>
      {dialog}
    </Panel>
  );
}
