import { Suspense, useEffect, useState } from 'react';
import type { SecondStep } from '../data/backend';
import { Texts } from '../messages/language-provider';
import { useBackend } from '../session/session';
import { later } from '../loading/later';
import { LoadBoundary } from '../loading/load-boundary';

const SecondStepDialog = later(async () => (await import('./second-step-dialog')).SecondStepDialog);

/** Asks for the code of the authenticator app whenever a sign-in or a confirmation waits for it, on any page. Its code loads then. */
export function SecondStepGate() {
  const { auth } = useBackend();
  const [step, setStep] = useState<SecondStep | null>(null);
  useEffect(() => auth.watchSecondStep(setStep), [auth]);
  if (step === null) return null;
  return (
    <LoadBoundary>
      <Suspense>
        <Texts part="all">
          <SecondStepDialog key={step.proof.pending} step={step} />
        </Texts>
      </Suspense>
    </LoadBoundary>
  );
}
