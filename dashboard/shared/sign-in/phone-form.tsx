import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useText } from '../../messages/text';
import type { CodeCheck, Purpose } from '../../data/sign-in-methods';
import { SignInFailure } from './sign-in-failure';
import { useSignInAction } from './use-sign-in-action';

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
          {check && (
            <Button variant="default" onClick={startAgain}>
              {text('phone.again')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
