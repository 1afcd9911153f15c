import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../messages/text';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { useMailAction } from './use-mail-action';

/** Removes an authenticator app that somebody else has added. The sign-in service mails the link when an app is added. */
export function RevertApp({ code }: { readonly code: string }) {
  const text = useText();
  const { state, run } = useMailAction();
  const revert = () => void run((actions) => actions.use(code));
  if (state.kind === 'done')
    return (
      <AuthLayout
        title={text('action.title')}
        heading={text('action.revertHeading')}
        lead={<span role="status">{text('action.revertDone')}</span>}
      >
        <Button component={Link} to="/reset-password">
          {text('failure.reset')}
        </Button>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={text('action.title')}
      heading={text('action.revertHeading')}
      lead={text('action.revertText')}
    >
      <Stack gap="md" align="flex-start">
        {state.kind === 'failed' && <SignInFailure failure={state.failure} onAgain={revert} />}
        <Button onClick={revert} loading={state.kind === 'busy'}>
          {text('action.revertSubmit')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
