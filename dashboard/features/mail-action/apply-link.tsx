import { useCallback, useEffect, useRef } from 'react';
import { useText } from '../../messages/text';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { useMailAction } from './use-mail-action';
import { ToApp, ToSignIn } from './continue-links';

interface ApplyLinkProps {
  readonly kind: 'verify' | 'change';
  readonly code: string;
  readonly next: string;
}

/** Opening the link is the confirmation, so it is applied at once. */
export function ApplyLink({ kind, code, next }: ApplyLinkProps) {
  const text = useText();
  const { state, run } = useMailAction();
  const started = useRef(false);
  const apply = useCallback(() => void run((actions) => actions.use(code)), [run, code]);
  useEffect(() => {
    // A code works once, but React may run an effect twice.
    if (started.current) return;
    started.current = true;
    apply();
  }, [apply]);

  if (state.kind === 'failed') {
    return (
      <AuthLayout title={text('action.title')} heading={text('action.brokenHeading')} lead="">
        <SignInFailure failure={state.failure} onAgain={apply} />
      </AuthLayout>
    );
  }
  if (state.kind !== 'done') {
    return (
      <AuthLayout title={text('action.title')} heading={text('action.working')} lead="">
        {null}
      </AuthLayout>
    );
  }
  const words =
    kind === 'verify'
      ? ([text('action.verified'), text('action.verifiedText')] as const)
      : ([text('action.changed'), text('action.changedText')] as const);
  return (
    <AuthLayout title={text('action.title')} heading={words[0]} lead={<span role="status">{words[1]}</span>}>
      {/* A changed address ends every session. */}
      {kind === 'verify' ? <ToApp next={next} /> : <ToSignIn />}
    </AuthLayout>
  );
}
