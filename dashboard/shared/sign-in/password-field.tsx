import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { useText } from '../../messages/text';
import { StrengthMeter } from './strength-meter';

type PasswordFieldProps = Pick<
  PasswordInputProps,
  | 'label'
  | 'description'
  | 'error'
  | 'name'
  | 'value'
  | 'onChange'
  | 'onBlur'
  | 'autoComplete'
  | 'required'
  | 'withAsterisk'
> & { readonly ref?: Ref<HTMLInputElement> };

/** A password field with a show button. Mantine sets `aria-invalid` on every field except this one. */
export function PasswordField(props: PasswordFieldProps) {
  const text = useText();
  return (
    <PasswordInput
      label={text('signIn.password')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}

interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete' | 'description'> {
  /** The password to rate. */
  readonly password: string;
  readonly email: string;
}

/** A field for a new password, with a strength meter. */
export function NewPasswordField({ password, email, ...props }: NewPasswordFieldProps) {
  return (
    <PasswordField
      autoComplete="new-password"
      description={<StrengthMeter password={password} email={email} />}
      {...props}
    />
  );
}
