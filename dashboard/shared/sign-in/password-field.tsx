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

/** A password that can be looked at. Mantine tells screen readers of an error in every kind of field but this one. */
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
  /** What the strength is told of. */
  readonly password: string;
  readonly email: string;
}

/** One that is being chosen: how hard it is to guess stands below. */
export function NewPasswordField({ password, email, ...props }: NewPasswordFieldProps) {
  return (
    <PasswordField
      autoComplete="new-password"
      description={<StrengthMeter password={password} email={email} />}
      {...props}
    />
  );
}
