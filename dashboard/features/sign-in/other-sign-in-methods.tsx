import { Button, Stack } from '@mantine/core';
import { useLocation } from 'react-router';
import { IconDeviceMobile, IconMailForward } from '../../icons/screen-icons';
import { useText } from '../../messages/text';
import { useBackend } from '../../session/session';
import { ProviderButtons } from '../../sign-in-fields/sign-in-methods';
import { SignInFailure, useSignInAction } from '../../sign-in-fields/credentials';
import { LinkButton } from '../../page/page';
import { Small } from '../../theme/theme';

export function OtherSignInMethods({ email }: { readonly email: string }) {
  const text = useText();
  const { auth } = useBackend();
  const { search } = useLocation();
  const { state, go } = useSignInAction();
  const { emailLink, phone, guest, providers } = auth.methods;
  const asGuest = () => void go('guest', (methods) => methods.asGuest());
  return (
    <Stack gap="xs" mt="sm">
      {providers.length > 0 && <ProviderButtons providers={providers} purpose="sign-in" />}
      {emailLink && (
        <LinkButton
          to={`/sign-in/link${search}`}
          state={{ email }}
          variant="default"
          leftSection={<IconMailForward size={18} aria-hidden />}
        >
          {text('signInMethods.emailLink')}
        </LinkButton>
      )}
      {phone && (
        <LinkButton
          to={`/sign-in/phone${search}`}
          variant="default"
          leftSection={<IconDeviceMobile size={18} aria-hidden />}
        >
          {text('signInMethods.phone')}
        </LinkButton>
      )}
      {guest && (
        <>
          <Button variant="subtle" mt={4} loading={state.kind === 'busy'} onClick={asGuest}>
            {text('signInMethods.guest')}
          </Button>
          <Small size="xs" c="dimmed" ta="center">
            {text('signInMethods.guestHint')}
          </Small>
        </>
      )}
      {state.kind === 'failed' && <SignInFailure failure={state.failure} onAgain={asGuest} />}
    </Stack>
  );
}
