import { Button, Stack } from '@mantine/core';
import IconBrandApple from '@tabler/icons-react/dist/esm/icons/IconBrandApple.mjs';
import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs';
import IconBrandGithub from '@tabler/icons-react/dist/esm/icons/IconBrandGithub.mjs';
import IconBrandGoogle from '@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs';
import IconBrandX from '@tabler/icons-react/dist/esm/icons/IconBrandX.mjs';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import { useText } from '../../messages/text';
import type { IdentityProvider, Purpose } from '../../data/sign-in-methods';
import { useBackend } from '../../data/session';
import { methodName } from './method-name';
import { SignInFailure } from './sign-in-failure';
import { useSignInAction } from './use-sign-in-action';
import styles from './provider-buttons.module.css';

const icons: Readonly<Record<string, typeof IconBuilding>> = {
  'google.com': IconBrandGoogle,
  'apple.com': IconBrandApple,
  'twitter.com': IconBrandX,
  'github.com': IconBrandGithub,
  'facebook.com': IconBrandFacebook,
};

interface ProviderButtonsProps {
  readonly providers: readonly IdentityProvider[];
  readonly purpose: Purpose;
  readonly onDone?: (providerId: string) => void;
}

/** One button per identity provider. Custom ones stand below the well-known ones, at full width. */
export function ProviderButtons({ providers, purpose, onDone = () => {} }: ProviderButtonsProps) {
  const text = useText();
  const { auth } = useBackend();
  const { state, go } = useSignInAction();
  const ask = async (id: string) => {
    const answer = await go(id, (methods) => methods.withProvider(id, purpose));
    if (answer.ok) onDone(id);
  };
  const button = ({ id }: IdentityProvider) => {
    const name = methodName(id, auth.methods, text);
    const Icon = icons[id] ?? IconBuilding;
    const label = text('signInMethods.with', { name });
    return (
      <Button
        key={id}
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        aria-label={label}
        loading={state.kind === 'busy' && state.name === id}
        disabled={state.kind === 'busy'}
        onClick={() => void ask(id)}
      >
        {icons[id] ? name : label}
      </Button>
    );
  };
  const known = providers.filter(({ id }) => icons[id]);
  const own = providers.filter(({ id }) => !icons[id]);
  const failed = state.kind === 'failed' ? state : null;
  return (
    <Stack gap="xs">
      {known.length > 0 && <div className={styles.providers}>{known.map(button)}</div>}
      {own.map(button)}
      {failed && (
        <SignInFailure
          failure={failed.failure}
          onAgain={() => void ask(failed.name)}
          onRedirect={
            purpose === 'sign-in'
              ? () => void go(failed.name, (methods) => methods.byRedirect(failed.name))
              : undefined
          }
        />
      )}
    </Stack>
  );
}
