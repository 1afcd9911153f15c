import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import {
  IconBrandApple,
  IconBrandFacebook,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandX,
} from '../icons/brand-icons';
import { IconBuilding } from '../icons/screen-icons';
import type { CodeCheck, EnabledSignInMethods, IdentityProvider, Purpose } from '../data/backend';
import { useText, type Say } from '../messages/text';
import { useBackend } from '../session/session';
import styles from './sign-in-fields.module.css';
import { SignInFailure, useSignInAction } from './credentials';
import { PlainButton } from '../theme/theme';

const known = [
  'google.com',
  'apple.com',
  'twitter.com',
  'github.com',
  'facebook.com',
  'password',
  'phone',
] as const;
const isKnown = (id: string): id is (typeof known)[number] => (known as readonly string[]).includes(id);

/** The name of a sign-in method: the configured name, else the id without its kind. */
export function methodName(id: string, { providers }: EnabledSignInMethods, text: Say): string {
  if (isKnown(id)) return text(`method.${id}`);
  const configured = providers.find((provider) => provider.id === id)?.name;
  return configured ?? id.replace(/^(saml|oidc)\./, '');
}

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
      <PlainButton
        key={id}
        leftSection={<Icon size={18} aria-hidden />}
        aria-label={label}
        loading={state.kind === 'busy' && state.name === id}
        disabled={state.kind === 'busy'}
        onClick={() => void ask(id)}
      >
        {icons[id] || purpose === 'link' ? name : label}
      </PlainButton>
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

/** Typed numbers in the service's format: the zero in `+44 (0)7700-900123` is dropped. */
const international = (typed: string): string => typed.replace(/\(0\)|[^\d+]/g, '').replace(/^00/, '+');
const looksRight = (phone: string): boolean => /^\+[1-9]\d{6,14}$/.test(phone);

interface PhoneFormProps {
  readonly purpose: Purpose;
  /** The number to reauthenticate with; it is not asked for then. */
  readonly phone?: string;
  readonly onDone?: () => void;
}

/** First the number, then the code. */
export function PhoneForm({ purpose, phone: given, onDone = () => {} }: PhoneFormProps) {
  const text = useText();
  const { state, go, forget } = useSignInAction();
  const [typed, setTyped] = useState(given ?? '');
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const [check, setCheck] = useState<CodeCheck | null>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const phone = international(typed);
  useEffect(() => {
    if (check) codeField.current?.focus();
  }, [check]);

  const send = async () => {
    if (!looksRight(phone)) return setWrong(true);
    const sent = await go('send', (methods) => methods.sendCode(phone, purpose));
    if (sent.ok) setCheck(sent.value);
  };
  const confirm = async (sent: CodeCheck) => {
    const answer = await go('confirm', () => sent.confirm(code.replace(/\s/g, '')));
    if (answer.ok) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (check ? confirm(check) : send());
  };
  const startAgain = () => {
    setCheck(null);
    setCode('');
    forget();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {check ? (
          <TextInput
            label={text('phone.code')}
            description={text('phone.codeHint', { phone })}
            inputMode="numeric"
            autoComplete="one-time-code"
            ref={codeField}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label={text('phone.number')}
            description={text('phone.numberHint')}
            type="tel"
            autoComplete="tel"
            readOnly={given !== undefined}
            error={wrong && text('phone.numberWrong')}
            value={typed}
            onChange={(event) => {
              setWrong(false);
              setTyped(event.currentTarget.value);
            }}
          />
        )}
        {state.kind === 'failed' && <SignInFailure failure={state.failure} />}
        <Group gap="xs">
          <Button type="submit" loading={state.kind === 'busy'}>
            {text(check ? 'phone.confirm' : 'phone.send')}
          </Button>
          {check && <PlainButton onClick={startAgain}>{text('phone.again')}</PlainButton>}
        </Group>
      </Stack>
    </form>
  );
}
